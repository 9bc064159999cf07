import { defineCopyConsumer } from '@wp/bus'
import { defaultReminders, newestStates, WorkspaceUpdated } from '@wp/workspaces'
import type { SchedulingDeps } from '../deps.ts'
import { settingsKeyOf } from '../sessions/session-reminder.rules.ts'

/** Reschedules the reminders of a workspace when its time zone or reminder times have changed. */
export const onWorkspaceChanged = ({ sessionReminders }: Pick<SchedulingDeps, 'sessionReminders'>) =>
  defineCopyConsumer({
    name: 'reminder-settings',
    events: [WorkspaceUpdated],
    apply: async (events) => {
      for (const { id, version, settings } of newestStates(events.map(({ data }) => data.workspace)))
        await sessionReminders.recheck(
          id,
          version,
          settingsKeyOf({ reminders: defaultReminders, ...settings }),
        )
    },
  })
