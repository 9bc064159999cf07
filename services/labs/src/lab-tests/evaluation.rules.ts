import { dateParts, dayNumber } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import { holds } from '../analyses/condition.rules.ts'
import type { AgeUnit, Range } from '../analyses/range.contract.ts'
import type { Evaluated, Evaluation, Gender } from './evaluation.contract.ts'

/** What is known of a client on the day of the test. */
export type Subject = { dateOfBirth: CalendarDate | null; gender: Gender | null; testDate: CalendarDate }

/** Of an item that has no result. */
export const notEvaluated: Evaluated = {
  flag: null,
  flagReason: null,
  isCritical: false,
  notes: [],
  evaluation: null,
}

/** Judges a result by the range that matches the client best, and says how it came to that. */
export const evaluateResult = (result: number, ranges: readonly Range[], subject: Subject): Evaluated => {
  const range = matchRange(ranges, subject)
  const { gender } = subject
  const age = ageOf(subject, range?.ageUnit ?? 'years')
  if (range) return judge(result, range, { age, gender })
  const flagReason = toMissing(ranges, subject)
  const evaluation = { range: null, age, gender, reason: missingTexts[flagReason] }
  return { ...notEvaluated, flagReason, evaluation }
}

/** Judges another result by the range of an earlier evaluation; what had none stays without. */
export const reevaluate = (result: number, before: Evaluated): Evaluated =>
  before.evaluation?.range ? judge(result, before.evaluation.range, before.evaluation) : before

/** The lowest priority first, then a range for one gender before one for both, then the older one. */
export const matchRange = (ranges: readonly Range[], subject: Subject): Range | null => {
  const byPreference = (one: Range, other: Range): number =>
    one.priority - other.priority || Number(one.gender === 'both') - Number(other.gender === 'both')
  const [best] = ranges.filter((range) => matches(range, subject)).toSorted(byPreference)
  return best ?? null
}

/** Completed units between birth and a day; null when the birth lies ahead. A birthday that its month lacks falls on the next 1st. */
export const completedAge = (dateOfBirth: CalendarDate, on: CalendarDate, unit: AgeUnit): number | null => {
  if (on < dateOfBirth) return null
  if (unit === 'days') return dayNumber(on) - dayNumber(dateOfBirth)
  const [birth, day] = [dateParts(dateOfBirth), dateParts(on)]
  const begun = (day.year - birth.year) * 12 + day.month - birth.month
  const months = day.day < birth.day ? begun - 1 : begun
  return unit === 'months' ? months : Math.floor(months / 12)
}

const hasAges = ({ ageFrom, ageTo }: Range): boolean => ageFrom !== null || ageTo !== null

const ageOf = ({ dateOfBirth, testDate }: Subject, unit: AgeUnit): Evaluation['age'] => {
  const value = dateOfBirth === null ? null : completedAge(dateOfBirth, testDate, unit)
  return value === null ? null : { value, unit }
}

/** What is not known matches only a range that does not depend on it. */
const matches = (range: Range, subject: Subject): boolean => {
  if (range.gender !== 'both' && range.gender !== subject.gender) return false
  if (!hasAges(range)) return true
  const age = ageOf(subject, range.ageUnit)
  return age !== null && age.value >= (range.ageFrom ?? 0) && age.value <= (range.ageTo ?? Infinity)
}

type Missing = 'NO_DATE_OF_BIRTH' | 'NO_GENDER' | 'NO_RANGE'

const toMissing = (ranges: readonly Range[], subject: Subject): Missing => {
  if (ageOf(subject, 'days') === null && ranges.some(hasAges)) return 'NO_DATE_OF_BIRTH'
  if (subject.gender === null && ranges.some(({ gender }) => gender !== 'both')) return 'NO_GENDER'
  return 'NO_RANGE'
}

const missingTexts: Record<Missing, string> = {
  NO_DATE_OF_BIRTH: 'Not judged: the ranges depend on the age, and the date of birth is not known',
  NO_GENDER: 'Not judged: the ranges depend on the gender, and it is not known',
  NO_RANGE: 'Not judged: no range matches the client on the day of the test',
}

const judge = (result: number, range: Range, known: Pick<Evaluation, 'age' | 'gender'>): Evaluated => {
  const { lowLimit, highLimit, criticalLow, criticalHigh } = range
  const isBelow = lowLimit !== null && result < lowLimit
  const isAbove = highLimit !== null && result > highLimit
  const hasLimits = lowLimit !== null || highLimit !== null
  const flag = isBelow ? ('low' as const) : isAbove ? ('high' as const) : ('normal' as const)
  return {
    flag: hasLimits ? flag : null,
    flagReason: hasLimits ? null : 'NO_LIMITS',
    isCritical:
      (criticalLow !== null && result < criticalLow) || (criticalHigh !== null && result > criticalHigh),
    notes: range.resultNotes.flatMap(({ condition, value, note }) =>
      holds(result, condition, value) ? [note] : [],
    ),
    evaluation: {
      range,
      age: known.age,
      gender: known.gender,
      reason: `${toVerdict(result, range, hasLimits ? flag : null)}, by the range for ${toGroup(range)}`,
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
      return `${result} is not ${[
        ...(lowLimit === null ? [] : [`below ${lowLimit}`]),
        ...(highLimit === null ? [] : [`above ${highLimit}`]),
      ].join(' nor ')}`
    case null:
      return `${result} is not judged: there are no limits`
  }
}

const toGroup = (range: Range): string => {
  const { gender, ageFrom, ageTo, ageUnit } = range
  const who = gender === 'both' ? 'both genders' : gender
  if (!hasAges(range)) return `${who} of any age`
  if (ageTo === null) return `${who} from ${ageFrom} ${ageUnit}`
  return `${who} of ${ageFrom ?? 0} to ${ageTo} ${ageUnit}`
}
