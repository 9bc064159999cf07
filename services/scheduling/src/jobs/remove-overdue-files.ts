import type { SchedulingDeps } from '../deps.ts'

/** Removes files that a crash or an unreachable service has left. */
export const removeOverdueFilesJob = ({ attachments }: Pick<SchedulingDeps, 'attachments'>) => ({
  name: 'remove-overdue-files',
  everyMs: 30_000,
  run: () => attachments.removeOverdue(),
})
