type AgeUnit = 'days' | 'months' | 'years'

type Limits = {
  lowLimit: number | null
  highLimit: number | null
  criticalLow: number | null
  criticalHigh: number | null
}

/** The people to which a range applies. */
type Group = {
  gender: 'male' | 'female' | 'both'
  ageFrom: number | null
  ageTo: number | null
  ageUnit: AgeUnit
  priority: number
}

const dayMs = 86_400_000

/**
 * Returns the age in completed units, or null before birth. Both are calendar dates. A birthday that does not exist in a
 * month counts as the 1st of the next month.
 */
export const completedAge = (dateOfBirth: string, on: string, unit: AgeUnit): number | null => {
  if (on < dateOfBirth) return null
  if (unit === 'days') return (Date.parse(on) - Date.parse(dateOfBirth)) / dayMs
  const [born, day] = [partsOf(dateOfBirth), partsOf(on)]
  const begun = (day.year - born.year) * 12 + day.month - born.month
  const months = day.day < born.day ? begun - 1 : begun
  return unit === 'months' ? months : Math.floor(months / 12)
}

const partsOf = (date: string) => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { year, month, day }
}

/** Returns whether a range depends on the age. */
export const hasAges = ({ ageFrom, ageTo }: Pick<Group, 'ageFrom' | 'ageTo'>): boolean =>
  ageFrom !== null || ageTo !== null

/**
 * Returns the matching range with the lowest priority number. On a tie, a range for one gender beats `both`; then the
 * older range wins. An unknown age or gender matches only ranges that do not depend on it.
 */
export const matchRange = <Range extends Group>(
  ranges: readonly Range[],
  gender: string | null,
  ageIn: (unit: AgeUnit) => number | null,
): Range | null => {
  const matches = (range: Range): boolean => {
    if (range.gender !== 'both' && range.gender !== gender) return false
    if (!hasAges(range)) return true
    const age = ageIn(range.ageUnit)
    return age !== null && age >= (range.ageFrom ?? 0) && age <= (range.ageTo ?? Infinity)
  }
  const byPreference = (one: Range, other: Range): number =>
    one.priority - other.priority || Number(one.gender === 'both') - Number(other.gender === 'both')
  const [best] = ranges.filter(matches).toSorted(byPreference)
  return best ?? null
}

/** Returns how a range flags a result. Without limits or a range, the flag is null. */
export const flagOf = (
  result: number,
  range: Limits | null,
): { flag: 'low' | 'normal' | 'high' | null; isCritical: boolean } => {
  if (!range) return { flag: null, isCritical: false }
  const { lowLimit, highLimit, criticalLow, criticalHigh } = range
  const isBelow = lowLimit !== null && result < lowLimit
  const isAbove = highLimit !== null && result > highLimit
  const hasLimits = lowLimit !== null || highLimit !== null
  return {
    flag: hasLimits ? (isBelow ? 'low' : isAbove ? 'high' : 'normal') : null,
    isCritical:
      (criticalLow !== null && result < criticalLow) || (criticalHigh !== null && result > criticalHigh),
  }
}
