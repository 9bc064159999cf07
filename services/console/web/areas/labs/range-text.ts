import type { LabRange } from '@workspace-platform/client/labs'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { useResultNumber } from './flag-badges.tsx'

type Limits = Pick<LabRange, 'lowLimit' | 'highLimit'>
type Group = Pick<LabRange, 'gender' | 'ageFrom' | 'ageTo' | 'ageUnit'>

/** Returns functions that format the limits of a range and the group of people that it applies to. */
export const useRangeText = () => {
  const text = useText()
  const format = useFormat()
  const number = useResultNumber()
  const between = (low: number | null, high: number | null): string => {
    if (low !== null && high !== null) return `${number(low)} – ${number(high)}`
    if (low !== null) return text('labs.limit.from', { value: number(low) })
    return high === null ? '' : text('labs.limit.to', { value: number(high) })
  }
  return {
    limits: ({ lowLimit, highLimit }: Limits): string => between(lowLimit, highLimit),
    critical: ({ criticalLow, criticalHigh }: LabRange): string =>
      [
        criticalLow === null ? '' : text('labs.limit.below', { value: number(criticalLow) }),
        criticalHigh === null ? '' : text('labs.limit.above', { value: number(criticalHigh) }),
      ]
        .filter(Boolean)
        .join(' • '),
    group: ({ gender, ageFrom, ageTo, ageUnit }: Group): string => {
      const who = text(`labs.gender.${gender}`)
      if (ageFrom === null && ageTo === null) return text('labs.anyAge', { who })
      return ageTo === null
        ? text('labs.ageFromOnly', { who, age: format.age(ageFrom ?? 0, ageUnit) })
        : text('labs.ageBetween', {
            who,
            from: number(ageFrom ?? 0),
            age: format.age(ageTo, ageUnit),
          })
    },
  }
}
