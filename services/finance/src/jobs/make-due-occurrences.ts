import { addDays } from '@wp/kernel'
import type { JobContext } from '@wp/runtime'
import type { FinanceDeps } from '../deps.ts'
import { createDueOccurrences } from '../recurring-rules/recurring-rule.actions.ts'

const quarterMs = 15 * 60_000

/**
 * Creates occurrences that are due today or were missed while no scheduler was running. A day begins at a quarter hour
 * in every time zone, so rules that can be due soon are read once per quarter hour; others only when they are overdue
 * everywhere.
 */
export const makeDueOccurrencesJob = (
  deps: Pick<FinanceDeps, 'db' | 'rules' | 'occurrences' | 'clock' | 'workspaces'>,
) => {
  let checkedQuarter = -1
  return {
    name: 'make-due-occurrences',
    everyMs: 30_000,
    run: async (context: JobContext) => {
      const quarter = Math.floor(deps.clock.now().getTime() / quarterMs)
      if (quarter === checkedQuarter)
        return createDueOccurrences(deps, context, addDays(deps.clock.today(), -1))
      await createDueOccurrences(deps, context)
      if (!context.signal.aborted) checkedQuarter = quarter
    },
  }
}
