import type { SessionField, StaffField } from '@workspace-platform/client/scheduling'
import { toNumber } from '../i18n/number.rules.ts'

/** A field that the workspace defined for its sessions or staff. */
export type CustomField = Pick<
  SessionField | StaffField,
  'id' | 'key' | 'label' | 'description' | 'type' | 'isRequired' | 'options'
>
type Answer = { fieldKey: string; value: unknown }

/** The name of a custom field in a form. */
export const answerName = (key: string): string => `answer.${key}`

const toText = (value: unknown): string => {
  if (Array.isArray(value)) return JSON.stringify(value)
  if (value === undefined || value === null || value === false) return ''
  return `${value as string | number | boolean}`
}

/** Returns the selected options of a multiselect. */
export const chosenOptions = (text: string): string[] => (text === '' ? [] : (JSON.parse(text) as string[]))

/** Returns the form values for answers, by the field's name in the form. */
export const toAnswerTexts = (
  fields: readonly CustomField[],
  answers: readonly Answer[],
): Record<string, string> => {
  const values = new Map(answers.map(({ fieldKey, value }) => [fieldKey, value]))
  return Object.fromEntries(fields.map(({ key }) => [answerName(key), toText(values.get(key))]))
}

const toValue = ({ type }: CustomField, text: string): unknown => {
  if (type === 'checkbox') return text === 'true'
  if (text.trim() === '') return null
  if (type === 'number') return toNumber(text)
  return type === 'multiselect' ? chosenOptions(text) : text.trim()
}

/** Returns the answers for the API, one per field in the order of the fields; null removes an answer. */
export const toAnswers = (
  fields: readonly CustomField[],
  texts: Readonly<Record<string, string>>,
): Answer[] =>
  fields.map((field) => ({ fieldKey: field.key, value: toValue(field, texts[answerName(field.key)] ?? '') }))

/** Returns the form's names for the paths of the API, which counts the answers: `fieldValues.0` is the first. */
export const answerPaths = (fields: readonly CustomField[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ key }, index) => [`fieldValues.${index}`, answerName(key)]))

/** Returns the problems with answers before they are sent. */
export const answerProblems = (
  fields: readonly CustomField[],
  texts: Readonly<Record<string, string>>,
  messages: { required: string; number: string },
): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = texts[answerName(field.key)] ?? ''
      const isEmpty = text.trim() === '' || text === '[]'
      if (field.isRequired && isEmpty && field.type !== 'checkbox')
        return [[answerName(field.key), messages.required]]
      if (field.type === 'number' && !isEmpty && Number.isNaN(toNumber(text)))
        return [[answerName(field.key), messages.number]]
      return []
    }),
  )
