import type { JobContext } from '@wp/runtime'
import { repeatRenames } from '../sessions/session-rename.actions.ts'
import type { RenameDeps } from '../sessions/session-rename.actions.ts'

/** Repeats renames, for bookings that were committed at the same time. */
export const repeatSessionRenamesJob = (deps: RenameDeps) => ({
  name: 'repeat-session-renames',
  everyMs: 10_000,
  run: (context: JobContext) => repeatRenames(deps, context),
})
