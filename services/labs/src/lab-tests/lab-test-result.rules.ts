import { AppError, invalid, notFound } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
import * as rules from '@wp/lab-rules'
import type { AgeUnit, Condition, Range } from '../analyses/range.contract.ts'
import type { Evaluated, Evaluation, Gender } from './evaluation.contract.ts'
import type { StoredAmendment, StoredItem, StoredLabTest } from './lab-test.types.ts'

/** The client data that ranges depend on, and the test date. */
export type Subject = { dateOfBirth: CalendarDate | null; gender: Gender | null; testDate: CalendarDate }

/** Throws when the test is completed or cancelled, because its items and results are final. */
export const checkOpen = ({ status }: Pick<StoredLabTest, 'status'>): void => {
  if (status === 'completed' || status === 'cancelled')
    throw invalid('status', `must be draft or in-progress to change items or results, but is ${status}`)
}

/** Throws unless the test is completed; before that, results are recorded, not amended. */
export const checkCompleted = ({ status }: Pick<StoredLabTest, 'status'>): void => {
  if (status !== 'completed') throw invalid('status', `must be completed to amend a result, but is ${status}`)
}

export const getItem = (items: readonly StoredItem[], id: Id): StoredItem => {
  const item = items.find((each) => each.id === id)
  if (!item) throw notFound('Item')
  return item
}

export const replaceItem = (items: readonly StoredItem[], changed: StoredItem): StoredItem[] =>
  items.map((each) => (each.id === changed.id ? changed : each))

export const toSubject = ({
  clientDateOfBirth,
  clientGender,
  testDate,
}: Pick<StoredLabTest, 'clientDateOfBirth' | 'clientGender' | 'testDate'>): Subject => ({
  dateOfBirth: clientDateOfBirth,
  gender: clientGender,
  testDate,
})

export const withResult = (
  item: StoredItem,
  resultValueNumeric: number,
  ranges: readonly Range[],
  subject: Subject,
): StoredItem => ({
  ...item,
  resultValueNumeric,
  ...evaluateResult(resultValueNumeric, ranges, subject),
})

/** Re-evaluates all results for a different client or date. */
export const evaluateAgain = (
  items: readonly StoredItem[],
  rangesByAnalysis: ReadonlyMap<Id, readonly Range[]>,
  subject: Subject,
): StoredItem[] =>
  items.map((item) =>
    item.resultValueNumeric === null
      ? item
      : withResult(item, item.resultValueNumeric, rangesByAnalysis.get(item.analysisId) ?? [], subject),
  )

const maxAmendments = 50

export type NewAmendment = Pick<StoredAmendment, 'resultValueNumeric' | 'reason' | 'amendedBy' | 'amendedAt'>

/**
 * Corrects a result and evaluates it against the same range as before. An item without a result gets its first
 * evaluation.
 */
export const amendItem = (
  item: StoredItem,
  { resultValueNumeric, ...amendment }: NewAmendment,
  ranges: readonly Range[],
  subject: Subject,
): StoredItem => {
  if (item.amendments.length >= maxAmendments)
    throw new AppError('VALIDATION_FAILED', `A result can be amended at most ${maxAmendments} times`)
  const { resultValueNumeric: previousValueNumeric, flag: previousFlag } = item
  const corrected = item.evaluation
    ? { ...item, ...reevaluate(resultValueNumeric, item), resultValueNumeric }
    : withResult(item, resultValueNumeric, ranges, subject)
  return {
    ...corrected,
    amendments: [
      ...item.amendments,
      { previousValueNumeric, previousFlag, resultValueNumeric, ...amendment },
    ],
  }
}

/** Returns the results that have become critical, or that are still critical with a different value. */
export const findNewlyCritical = (
  before: readonly StoredItem[],
  after: readonly StoredItem[],
): StoredItem[] =>
  after.filter((item) => {
    const known = before.find(({ id }) => id === item.id)
    return item.isCritical && !(known?.isCritical && known.resultValueNumeric === item.resultValueNumeric)
  })

export type ChangedResult = { verb: 'entered' | 'amended'; item: StoredItem }

/** Returns the results that were entered or amended. Entering the same value again does not count. */
export const findChangedResults = (
  before: readonly StoredItem[],
  after: readonly StoredItem[],
): ChangedResult[] =>
  after.flatMap((item): ChangedResult[] => {
    const known = before.find(({ id }) => id === item.id)
    if (item.amendments.length > (known?.amendments.length ?? 0)) return [{ verb: 'amended', item }]
    const isEntered = item.resultValueNumeric !== (known?.resultValueNumeric ?? null)
    return isEntered ? [{ verb: 'entered', item }] : []
  })

/** Returns the verb that describes a change to a test. */
export const changeVerb = (before: string, after: string): 'updated' | 'completed' | 'cancelled' =>
  before !== after && (after === 'completed' || after === 'cancelled') ? after : 'updated'

/** The evaluation of an item without a result. */
export const notEvaluated: Evaluated = {
  flag: null,
  flagReason: null,
  isCritical: false,
  notes: [],
  evaluation: null,
}

/** Evaluates a result against the range that best matches the client, and explains the outcome. */
export const evaluateResult = (result: number, ranges: readonly Range[], subject: Subject): Evaluated => {
  const range = matchRange(ranges, subject)
  const { gender } = subject
  const age = ageOf(subject, range?.ageUnit ?? 'years')
  if (range) return evaluateByRange(result, range, { age, gender })
  const flagReason = toMissing(ranges, subject)
  const evaluation = { range: null, age, gender, reason: missingTexts[flagReason] }
  return { ...notEvaluated, flagReason, evaluation }
}

/** Evaluates a new value against the range of an earlier evaluation, which stays unchanged if it had no range. */
export const reevaluate = (result: number, before: Evaluated): Evaluated =>
  before.evaluation?.range ? evaluateByRange(result, before.evaluation.range, before.evaluation) : before

/** Returns the range that applies to a person on the test date. */
export const matchRange = (ranges: readonly Range[], subject: Subject): Range | null =>
  rules.matchRange(ranges, subject.gender, (unit) => ageOf(subject, unit)?.value ?? null)

const ageOf = ({ dateOfBirth, testDate }: Subject, unit: AgeUnit): Evaluation['age'] => {
  const value = dateOfBirth === null ? null : rules.completedAge(dateOfBirth, testDate, unit)
  return value === null ? null : { value, unit }
}

type Missing = 'NO_DATE_OF_BIRTH' | 'NO_GENDER' | 'NO_RANGE'

const toMissing = (ranges: readonly Range[], subject: Subject): Missing => {
  if (ageOf(subject, 'days') === null && ranges.some(rules.hasAges)) return 'NO_DATE_OF_BIRTH'
  if (subject.gender === null && ranges.some(({ gender }) => gender !== 'both')) return 'NO_GENDER'
  return 'NO_RANGE'
}

const missingTexts: Record<Missing, string> = {
  NO_DATE_OF_BIRTH: 'Not evaluated: the ranges depend on the age, and the date of birth is unknown',
  NO_GENDER: 'Not evaluated: the ranges depend on the gender, which is unknown',
  NO_RANGE: 'Not evaluated: no range matches the client on the test date',
}

const evaluateByRange = (
  result: number,
  range: Range,
  known: Pick<Evaluation, 'age' | 'gender'>,
): Evaluated => {
  const { flag, isCritical } = rules.flagOf(result, range)
  return {
    flag,
    flagReason: flag === null ? 'NO_LIMITS' : null,
    isCritical,
    notes: range.resultNotes.flatMap(({ condition, value, note }) =>
      meets(result, condition, value) ? [note] : [],
    ),
    evaluation: {
      range,
      age: known.age,
      gender: known.gender,
      reason: `${toVerdict(result, range, flag)} (range for ${toGroup(range)})`,
    },
  }
}

const toVerdict = (result: number, { lowLimit, highLimit }: Range, flag: Evaluated['flag']): string => {
  switch (flag) {
    case 'low':
      return `${result} is below ${lowLimit}`
    case 'high':
      return `${result} is above ${highLimit}`
    case 'normal':
      return `${result} is ${[
        ...(lowLimit === null ? [] : [`at least ${lowLimit}`]),
        ...(highLimit === null ? [] : [`at most ${highLimit}`]),
      ].join(' and ')}`
    case null:
      return `${result} is not evaluated: the range has no limits`
  }
}

const toGroup = (range: Range): string => {
  const { gender, ageFrom, ageTo, ageUnit } = range
  const who = gender === 'both' ? 'both genders' : gender
  if (!rules.hasAges(range)) return `${who}, any age`
  if (ageTo === null) return `${who} aged ${ageFrom} ${ageUnit} and over`
  return `${who} aged ${ageFrom ?? 0} to ${ageTo} ${ageUnit}`
}

/** Returns whether a result meets a condition: `meets(5, '>=', 5)` is true. */
export const meets = (result: number, condition: Condition, value: number): boolean => {
  switch (condition) {
    case '>=':
      return result >= value
    case '<=':
      return result <= value
    case '=':
      return result === value
    case '>':
      return result > value
    case '<':
      return result < value
  }
}
