import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { knownStep, rowsIn } from './job.rules.ts'

/** Returns functions that translate the platform's texts about a job. */
export const useJobTexts = () => {
  const text = useText()
  const format = useFormat()
  const stepText = (step: string): string => {
    const known = knownStep(step)
    return known ? text(`activity.step.${known}`) : step
  }
  const messageText = (message: string): string => {
    const found = rowsIn(message)
    if (!found) return message
    const rows = format.number(found.rows)
    return found.done === null
      ? text('activity.rows', { rows })
      : text('activity.rowsDone', { rows, done: format.number(found.done) })
  }
  return { stepText, messageText }
}
