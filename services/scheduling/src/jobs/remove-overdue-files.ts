import { removeOverdueFiles } from '../sessions/attachment-file.actions.ts'
import type { AttachmentFileDeps } from '../sessions/attachment-file.actions.ts'

/** Removes files that a crash or an unreachable service has left. */
export const removeOverdueFilesJob = (deps: AttachmentFileDeps) => ({
  name: 'remove-overdue-files',
  everyMs: 30_000,
  run: () => removeOverdueFiles(deps),
})
