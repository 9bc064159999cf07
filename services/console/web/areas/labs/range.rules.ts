import type { LabRange } from '@workspace-platform/client/labs'
import { toNumber } from '../../i18n/number.rules.ts'

export type RangeNote = {
  condition: LabRange['resultNotes'][number]['condition']
  value: string
  note: string
}

/** A range as the form edits it, with strings only. The notes are a JSON list. */
export type RangeFields = {
  gender: LabRange['gender']
  ageFrom: string
  ageTo: string
  ageUnit: LabRange['ageUnit']
  lowLimit: string
  highLimit: string
  criticalLow: string
  criticalHigh: string
  priority: string
  resultNotes: string
}

const shown = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value)

/** Returns the form values for a range, or for a new one. */
export const toRangeFields = (range: LabRange | null): RangeFields => ({
  gender: range?.gender ?? 'both',
  ageFrom: shown(range?.ageFrom),
  ageTo: shown(range?.ageTo),
  ageUnit: range?.ageUnit ?? 'years',
  lowLimit: shown(range?.lowLimit),
  highLimit: shown(range?.highLimit),
  criticalLow: shown(range?.criticalLow),
  criticalHigh: shown(range?.criticalHigh),
  priority: shown(range?.priority ?? 0),
  resultNotes: JSON.stringify(
    (range?.resultNotes ?? []).map((note): RangeNote => ({ ...note, value: shown(note.value) })),
  ),
})

export const notesIn = ({ resultNotes }: Pick<RangeFields, 'resultNotes'>): RangeNote[] =>
  JSON.parse(resultNotes) as RangeNote[]

const limits = ['lowLimit', 'highLimit', 'criticalLow', 'criticalHigh'] as const
const ages = ['ageFrom', 'ageTo'] as const
const pairs = [
  ['ageFrom', 'ageTo'],
  ['lowLimit', 'highLimit'],
  ['criticalLow', 'criticalHigh'],
] as const

type Problem = 'number' | 'whole' | 'order' | 'notes'

/** Returns the problems with the form values by field. */
export const rangeProblems = (fields: RangeFields): Partial<Record<keyof RangeFields, Problem>> => {
  const isSet = (name: keyof RangeFields): boolean => fields[name].trim() !== ''
  const problems: Partial<Record<keyof RangeFields, Problem>> = {}
  for (const name of limits)
    if (isSet(name) && !Number.isFinite(toNumber(fields[name]))) problems[name] = 'number'
  for (const name of ages)
    if (isSet(name) && !(Number.isInteger(toNumber(fields[name])) && toNumber(fields[name]) >= 0))
      problems[name] = 'whole'
  if (!Number.isInteger(toNumber(fields.priority))) problems.priority = 'whole'
  for (const [lower, upper] of pairs)
    if (isSet(lower) && isSet(upper) && toNumber(fields[lower]) > toNumber(fields[upper]))
      problems[upper] ??= 'order'
  const isIncomplete = notesIn(fields).some(
    ({ value, note }) => note.trim() === '' || !Number.isFinite(toNumber(value)),
  )
  if (isIncomplete) problems.resultNotes = 'notes'
  return problems
}

const toLimit = (text: string): number | null => (text.trim() === '' ? null : toNumber(text))

/** Returns the body for the API. */
export const toRangeBody = (fields: RangeFields): Omit<LabRange, 'id'> => ({
  gender: fields.gender,
  ageFrom: toLimit(fields.ageFrom),
  ageTo: toLimit(fields.ageTo),
  ageUnit: fields.ageUnit,
  lowLimit: toLimit(fields.lowLimit),
  highLimit: toLimit(fields.highLimit),
  criticalLow: toLimit(fields.criticalLow),
  criticalHigh: toLimit(fields.criticalHigh),
  priority: toNumber(fields.priority),
  resultNotes: notesIn(fields).map(({ condition, value, note }) => ({
    condition,
    value: toNumber(value),
    note: note.trim(),
  })),
})

/** Returns whether a range for this gender, or for an unknown one, depends on the age. */
export const dependsOnAge = (
  ranges: readonly Pick<LabRange, 'gender' | 'ageFrom' | 'ageTo'>[],
  gender: string,
): boolean =>
  ranges.some(
    (range) =>
      (range.ageFrom !== null || range.ageTo !== null) &&
      (range.gender === 'both' || range.gender === gender),
  )
