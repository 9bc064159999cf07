import { AppError } from '@wp/kernel'
import type { ErrorDetail } from '@wp/kernel'
import type { MessageType } from '@wp/workspaces'
import type { TemplateText } from './message-template.contract.ts'

/**
 * The value of a placeholder: a text, a link, rows with an amount each, or words that replace an unknown text
 * and only make sense within a sentence.
 */
type MessageValue =
  | string
  | { url: string }
  | { rows: readonly (readonly [string, string])[] }
  | { unknown: string }
export type MessageValues = Readonly<Record<string, MessageValue>>

const common = [
  'customer.name',
  'business.name',
  'business.email',
  'business.phone',
  'business.address',
  'business.taxNumber',
]
const booking = [
  'booking.date',
  'booking.time',
  'booking.endTime',
  'booking.services',
  'booking.staff',
  'booking.link',
]
const order = ['order.number', 'order.items', 'order.total']
const invoice = ['invoice.number', 'invoice.lines', 'invoice.total']
const report = ['report.number', 'report.date', 'report.link', 'report.days']

const placeholdersByKind: Record<string, readonly string[]> = { booking, order, invoice, lab_report: report }

/** Rows and links do not fit into a subject. */
const blocks = new Set(['order.items', 'invoice.lines', 'report.link', 'booking.link'])

/** Returns the placeholders that texts of a type may contain. */
export const placeholdersOf = (type: MessageType): string[] => [
  ...common,
  ...placeholdersByKind[type.split('.')[0]!]!,
]

const pattern = /\{\{\s*([\w.]+)\s*\}\}/g

/** Throws VALIDATION_FAILED for a text with an unknown placeholder or unbalanced braces. */
export const checkTexts = (
  type: MessageType,
  texts: Readonly<Record<string, TemplateText>>,
  root: string,
) => {
  const known = placeholdersOf(type)
  const inSubjects = known.filter((name) => !blocks.has(name))
  const details = Object.entries(texts).flatMap(([language, { subject, body, sms }]) => {
    const path = root === 'text' ? root : `${root}.${language}`
    return [
      ...problemsOf(subject, inSubjects, `${path}.subject`),
      ...problemsOf(body, known, `${path}.body`),
      ...problemsOf(sms ?? '', known, `${path}.sms`),
    ]
  })
  if (details.length > 0)
    throw new AppError('VALIDATION_FAILED', 'The text has placeholders that this message cannot fill', {
      details,
    })
}

const problemsOf = (text: string, known: readonly string[], path: string): ErrorDetail[] => {
  const unknown = Array.from(text.matchAll(pattern), ([, name]) => name!).filter(
    (name) => !known.includes(name),
  )
  const rest = text.replaceAll(pattern, '')
  return [
    ...[...new Set(unknown)].map((name) => `cannot contain {{${name}}}; known are ${known.join(', ')}`),
    ...(/\{\{|\}\}/.test(rest) ? ['must contain {{ and }} only around the name of a placeholder'] : []),
  ].map((message) => ({ path, message }))
}

export type MessagePart = string | { value: MessageValue }

/**
 * Splits a text into literal parts and values. Lines whose values are all empty are omitted, and so are lines
 * that consist of unknown values.
 */
export const linesOf = (text: string, values: MessageValues): MessagePart[][] =>
  text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .flatMap((line): MessagePart[][] => {
      const parts = line
        .split(pattern)
        .map((part, at): MessagePart => (at % 2 === 0 ? part : { value: values[part] ?? '' }))
      const filled = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.value]))
      const isSentence = parts.some((part) => typeof part === 'string' && part.trim() !== '')
      const isLeftOut = (value: MessageValue) => isEmpty(value) || (!isSentence && isUnknown(value))
      return filled.length > 0 && filled.every(isLeftOut) ? [] : [parts]
    })

const isEmpty = (value: MessageValue): boolean =>
  typeof value === 'string' ? value === '' : 'rows' in value && value.rows.length === 0

const isUnknown = (value: MessageValue): boolean => typeof value !== 'string' && 'unknown' in value

/** Fills a text for a plain-text mail or an SMS. */
export const toPlainText = (text: string, values: MessageValues): string =>
  linesOf(text, values)
    .map((parts) => parts.map((part) => (typeof part === 'string' ? part : valueText(part.value))).join(''))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

const valueText = (value: MessageValue): string => {
  if (typeof value === 'string') return value
  if ('unknown' in value) return value.unknown
  return 'url' in value ? value.url : value.rows.map(([label, amount]) => `${label}: ${amount}`).join('\n')
}

/** Fills a subject. Values become one line without control characters, so they cannot add headers. */
export const toSubject = (text: string, values: MessageValues): string =>
  toPlainText(text, values)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .slice(0, 300)
