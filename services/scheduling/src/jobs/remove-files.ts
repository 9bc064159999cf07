import type { SchedulingDeps } from '../deps.ts'

/** Deletes files left behind by a crash or an unreachable service. */
export const removeFilesJob = ({ attachments }: Pick<SchedulingDeps, 'attachments'>) => ({
  name: 'remove-files',
  everyMs: 30_000,
  run: () => attachments.removeOverdue(),
})
