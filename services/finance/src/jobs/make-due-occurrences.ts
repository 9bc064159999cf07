import type { FinanceDeps } from '../deps.ts'
import { makeDueOccurrences } from '../recurring-rules/recurring-rule.actions.ts'

/** Makes the occurrences of the day, and those of days on which nobody ran. */
export const makeDueOccurrencesJob = (
  deps: Pick<FinanceDeps, 'db' | 'rules' | 'occurrences' | 'clock' | 'logger'>,
) => ({
  name: 'make-due-occurrences',
  everyMs: 30_000,
  run: ({ signal }: { signal: AbortSignal }) => makeDueOccurrences(deps, { signal }),
})
