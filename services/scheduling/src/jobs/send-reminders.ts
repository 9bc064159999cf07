import type { Job } from '@wp/runtime'
import type { SchedulingDeps } from '../deps.ts'
import { sendReminders } from '../sessions/session-message.actions.ts'

/** Reminds clients of their sessions. */
export const sendRemindersJob = (deps: SchedulingDeps): Job => ({
  name: 'send-reminders',
  everyMs: 5_000,
  run: (context) => sendReminders(deps, context),
})
