import type { JobContext } from '@wp/runtime'
import type { FinanceDeps } from '../deps.ts'
import { createDueOccurrences } from '../recurring-rules/recurring-rule.actions.ts'

/** Creates occurrences that are due today or were missed while no scheduler was running. */
export const makeDueOccurrencesJob = (deps: Pick<FinanceDeps, 'db' | 'rules' | 'occurrences' | 'clock'>) => ({
  name: 'make-due-occurrences',
  everyMs: 30_000,
  run: (context: JobContext) => createDueOccurrences(deps, context),
})
