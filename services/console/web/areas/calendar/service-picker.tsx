import type { Service } from '@workspace-platform/client/scheduling'
import { useState } from 'react'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { ComboBox, Picked } from '../../ui/combo-box.tsx'

type Props = {
  services: readonly Service[]
  /** Names of booked services that are no longer offered. */
  oldNames: ReadonlyMap<string, string>
  chosen: readonly string[]
  error: string | undefined
  isLoading: boolean
  onChange: (ids: string[]) => void
}

/** Chooses one or more services by name. */
export const ServicePicker = ({ services, oldNames, chosen, error, isLoading, onChange }: Props) => {
  const text = useText()
  const format = useFormat()
  const [query, setQuery] = useState('')
  const details = ({ durationMinutes, price }: Service): string =>
    [durationMinutes ? format.minutes(durationMinutes) : '', price === null ? '' : format.money(price)]
      .filter(Boolean)
      .join(' • ')
  const found = services.filter(({ id, name }) => !chosen.includes(id) && matchesQuery(query, name))
  return (
    <>
      <ComboBox
        label={text('calendar.services')}
        placeholder={text(chosen.length > 0 ? 'calendar.addService' : 'calendar.serviceSearch')}
        name="serviceIds"
        error={error}
        query={query}
        onQuery={setQuery}
        options={found.map((service) => ({ id: service.id, label: service.name, detail: details(service) }))}
        note={text(isLoading ? 'state.loading' : 'calendar.noService')}
        onPick={({ id }) => {
          onChange([...chosen, id])
          setQuery('')
        }}
      />
      <Picked
        items={chosen.map((id) => {
          const service = services.find((each) => each.id === id)
          return {
            id,
            label: service?.name ?? oldNames.get(id) ?? '…',
            ...(service && { detail: details(service) }),
          }
        })}
        removeLabel={(name) => text('calendar.removeService', { name })}
        onRemove={(id) => onChange(chosen.filter((each) => each !== id))}
      />
    </>
  )
}
