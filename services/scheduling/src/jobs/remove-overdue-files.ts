import type { SchedulingDeps } from '../deps.ts'

/** Deletes files that a crash or an unreachable service left behind. */
export const removeOverdueFilesJob = ({ attachments }: Pick<SchedulingDeps, 'attachments'>) => ({
  name: 'remove-overdue-files',
  everyMs: 30_000,
  run: () => attachments.removeOverdue(),
})
