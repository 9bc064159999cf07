import type { SchedulingDeps } from '../deps.ts'

/** Deletes files that were left behind after a crash or while a service was unreachable. */
export const removeOverdueFilesJob = ({ attachments }: Pick<SchedulingDeps, 'attachments'>) => ({
  name: 'remove-overdue-files',
  everyMs: 30_000,
  run: () => attachments.removeOverdue(),
})
