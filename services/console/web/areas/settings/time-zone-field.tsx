import { useMemo, useState } from 'react'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { ComboBox } from '../../ui/combo-box.tsx'
import { zoneNamer, zoneOptions, zoneText } from './time-zone.rules.ts'

type Props = { name: string; value: string; error: string | undefined; onPick: (timeZone: string) => void }

/** Chooses a time zone by its city, country, offset or id. */
export const TimeZoneField = ({ name, value, error, onPick }: Props) => {
  const text = useText()
  const { locale } = useLanguage()
  /** Null until something is typed. */
  const [query, setQuery] = useState<string | null>(null)
  const [isFocused, setFocused] = useState(false)
  const chosen = useMemo(() => zoneNamer(locale, new Date())(value), [locale, value])
  const shown = zoneText(chosen)
  // Naming all zones takes a moment, so it waits until the list may be opened. Enter picks the first one.
  const others = useMemo(() => (isFocused ? zoneOptions(locale, new Date()) : []), [isFocused, locale])
  const zones = useMemo(() => [chosen, ...others.filter(({ id }) => id !== value)], [chosen, others, value])
  const found =
    query === null
      ? zones
      : zones.filter((zone) => matchesQuery(query, zone.id, zone.label, zone.name, zone.detail))
  return (
    <div
      onFocus={({ target }) => {
        setFocused(true)
        if (target instanceof HTMLInputElement) target.select()
      }}
      onBlur={() => setQuery(null)}
    >
      <ComboBox
        label={text('settings.timeZone')}
        name={name}
        error={error}
        query={query ?? shown}
        // What is typed after the label of the chosen zone starts a new search.
        onQuery={(typed) =>
          setQuery(query === null && typed.startsWith(shown) ? typed.slice(shown.length) : typed)
        }
        options={found}
        note={text('list.notFound')}
        onPick={({ id }) => {
          setQuery(null)
          onPick(id)
        }}
      />
    </div>
  )
}
