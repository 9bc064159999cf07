import type { SessionField } from '@workspace-platform/client/scheduling'
import { ClientFilter } from '../../app/client-filter.tsx'
import { FieldFilters } from '../../app/field-filters.tsx'
import { changeField } from '../../app/field-filters.rules.ts'
import { without } from '../../app/search-parameter.rules.ts'
import { useText } from '../../i18n/language.ts'
import { FilterSelect, FilterToggle } from '../../ui/filter-select.tsx'
import { useServices } from './calendar.queries.ts'
import type { CalendarSearch } from './calendar-search.rules.ts'
import type { Person } from './columns.rules.ts'

type Props = {
  search: CalendarSearch
  people: readonly Person[]
  fields: readonly SessionField[]
  onChange: (change: (before: CalendarSearch) => CalendarSearch, replace: boolean) => void
}

const statuses = ['scheduled', 'in-progress', 'completed', 'cancelled'] as const

/** Filters of the calendar as chips. */
export const CalendarFilters = ({ search, people, fields, onChange }: Props) => {
  const text = useText()
  const { data: services = [] } = useServices()
  const set = (name: 'staff' | 'service' | 'status', value: string): void =>
    onChange((before) => ({ ...without(before, name), ...(value && { [name]: value }) }), true)
  return (
    <>
      {people.length > 1 && (
        <FilterSelect
          label={text('calendar.staff')}
          value={search.staff ?? ''}
          all={text('calendar.allStaff')}
          choices={people.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => set('staff', value)}
        />
      )}
      {services.length > 1 && (
        <FilterSelect
          label={text('calendar.service')}
          value={search.service ?? ''}
          all={text('calendar.allServices')}
          choices={services.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => set('service', value)}
        />
      )}
      <FilterSelect
        label={text('calendar.status')}
        value={search.status ?? ''}
        all={text('calendar.allStatuses')}
        choices={statuses.map((value) => ({ value, label: text(`sessionStatus.${value}`) }))}
        onChange={(value) => set('status', value)}
      />
      <ClientFilter
        clientId={search.of}
        onChange={(of) => onChange((before) => ({ ...without(before, 'of'), ...(of && { of }) }), true)}
      />
      <FieldFilters
        fields={fields}
        search={search}
        onChange={(key, value) => onChange((before) => changeField(before, key, value), true)}
      />
      <FilterToggle
        label={text('calendar.showCancelled')}
        isOn={search.cancelled === true}
        onChange={(isOn) =>
          onChange(
            (before) => ({ ...without(before, 'cancelled'), ...(isOn && { cancelled: true as const }) }),
            true,
          )
        }
      />
    </>
  )
}
