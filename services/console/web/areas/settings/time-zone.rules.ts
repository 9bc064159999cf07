import type { ComboOption } from '../../ui/combo-box.tsx'

export type ZoneOption = ComboOption & { detail: string; name: string; minutes: number }

const nameIn = (locale: string, timeZone: string, style: 'shortGeneric' | 'shortOffset', at?: Date): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: style })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')!.value

const minutesOf = (offset: string): number => {
  const [, sign, hours, minutes = '0'] = /GMT([+-])(\d+)(?::(\d+))?/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes))
}

/**
 * Returns a function that gives a time zone a readable label, its city, and the current offset as a detail. Browsers
 * do not know the names of most cities in other languages, so labels in them begin with the name
 * of the zone, usually that of the country.
 */
export const zoneNamer = (locale: string, at: Date): ((timeZone: string) => ZoneOption) => {
  const offsets = new Map<string, string>()
  return (timeZone) => {
    // Creating formats is slow, so that of the offset in the locale is created once for all zones that share it.
    const offset = nameIn('en', timeZone, 'shortOffset', at)
    const shown = offsets.get(offset) ?? nameIn(locale, timeZone, 'shortOffset', at)
    offsets.set(offset, shown)
    const city = timeZone.split('/').slice(1).toReversed().join(', ').replaceAll('_', ' ') || timeZone
    const name = nameIn(locale, timeZone, 'shortGeneric', at)
    const isNamed = !locale.startsWith('en') && name !== shown && !name.includes(city)
    return {
      id: timeZone,
      label: isNamed ? `${name} • ${city}` : city,
      detail: shown,
      name: `${name} ${offset}`,
      minutes: minutesOf(offset),
    }
  }
}

/** Returns a time zone as the field shows it, such as “Cairo (GMT+3)”. */
export const zoneText = ({ label, detail }: ZoneOption): string => `${label} (${detail})`

/** Returns all time zones from west to east, and those with the same offset by their labels. */
export const zoneOptions = (locale: string, at: Date): ZoneOption[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]
    .map(zoneNamer(locale, at))
    .toSorted((a, b) => a.minutes - b.minutes || a.label.localeCompare(b.label, locale))
