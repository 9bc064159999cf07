import type { LabRange, LabTestItem } from '@workspace-platform/client/labs'

/** The data of the client that ranges depend on, and the date of the test. */
type Subject = { dateOfBirth: string | null; gender: string | null; testDate: string }

type Flagged = Pick<LabTestItem, 'flag' | 'isCritical'> & { range: LabRange | null }

type AgeUnit = LabRange['ageUnit']

const partsOf = (date: string): [year: number, month: number, day: number] => {
  const [year = 0, month = 0, day = 0] = date.slice(0, 10).split('-').map(Number)
  return [year, month, day]
}

const dayMs = 86_400_000

/** Returns the age in completed units, or null before birth, as the API counts it. */
export const completedAge = (dateOfBirth: string, on: string, unit: AgeUnit): number | null => {
  if (on < dateOfBirth) return null
  if (unit === 'days') return Math.round((Date.parse(on) - Date.parse(dateOfBirth)) / dayMs)
  const [[birthYear, birthMonth, birthDay], [year, month, day]] = [partsOf(dateOfBirth), partsOf(on)]
  const begun = (year - birthYear) * 12 + month - birthMonth
  const months = day < birthDay ? begun - 1 : begun
  return unit === 'months' ? months : Math.floor(months / 12)
}

type AgeIn = (unit: AgeUnit) => number | null

/**
 * Returns the range for a person: the lowest priority number wins; on a tie, a range for one gender beats one for both,
 * and then the older range wins.
 */
export const matchRange = (
  ranges: readonly LabRange[],
  gender: string | null,
  ageIn: AgeIn,
): LabRange | null => {
  const matches = (range: LabRange): boolean => {
    if (range.gender !== 'both' && range.gender !== gender) return false
    if (range.ageFrom === null && range.ageTo === null) return true
    const age = ageIn(range.ageUnit)
    return age !== null && age >= (range.ageFrom ?? 0) && age <= (range.ageTo ?? Infinity)
  }
  const [best] = ranges
    .filter(matches)
    .toSorted((a, b) => a.priority - b.priority || Number(a.gender === 'both') - Number(b.gender === 'both'))
  return best ?? null
}

export const rangeFor = (ranges: readonly LabRange[], subject: Subject): LabRange | null =>
  matchRange(ranges, subject.gender, (unit) =>
    subject.dateOfBirth === null ? null : completedAge(subject.dateOfBirth, subject.testDate, unit),
  )

/** Returns how the API will flag a value in a range. */
export const flagOf = (value: number, range: LabRange | null): Flagged => {
  if (!range) return { flag: null, isCritical: false, range }
  const { lowLimit, highLimit, criticalLow, criticalHigh } = range
  const isBelow = lowLimit !== null && value < lowLimit
  const isAbove = highLimit !== null && value > highLimit
  const hasLimits = lowLimit !== null || highLimit !== null
  return {
    flag: hasLimits ? (isBelow ? 'low' : isAbove ? 'high' : 'normal') : null,
    isCritical:
      (criticalLow !== null && value < criticalLow) || (criticalHigh !== null && value > criticalHigh),
    range,
  }
}
