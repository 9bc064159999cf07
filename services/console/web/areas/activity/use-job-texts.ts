import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { workflowFailureIn } from '../../app/job-failure.rules.ts'
import { importFailureIn, knownStep, rowsIn } from './job.rules.ts'

/** Returns functions that translate the platform's texts about a job. */
export const useJobTexts = () => {
  const text = useText()
  const format = useFormat()
  const stepText = (step: string): string => {
    const known = knownStep(step)
    return known ? text(`activity.step.${known}`) : step
  }
  const failureText = (message: string): string | null => {
    const ofImport = importFailureIn(message)
    if (ofImport) return text(`activity.failure.${ofImport}`)
    const ofWorkflow = workflowFailureIn(message)
    return ofWorkflow && `${text(`activity.failure.${ofWorkflow.failure}`)}${ofWorkflow.detail}`
  }
  const messageText = (message: string): string => {
    const found = rowsIn(message)
    if (!found) return failureText(message) ?? message
    const rows = format.number(found.rows)
    return found.done === null
      ? text('activity.rows', { rows })
      : text('activity.rowsDone', { rows, done: format.number(found.done) })
  }
  return { stepText, messageText }
}
