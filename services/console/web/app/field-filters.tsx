import type { SessionField, StaffField } from '@workspace-platform/client/scheduling'
import { useText } from '../i18n/language.ts'
import { FilterSelect } from '../ui/filter-select.tsx'
import { choosable, filteredBy } from './field-filters.rules.ts'
import type { FieldSearch } from './field-filters.rules.ts'

type Props = {
  fields: readonly (SessionField | StaffField)[]
  search: FieldSearch
  onChange: (key: string, value: string) => void
}

/** Filters of a list by the fields that the workspace defined for it. */
export const FieldFilters = ({ fields, search, onChange }: Props) => {
  const text = useText()
  return choosable(fields).map(({ key, label, options }) => (
    <FilterSelect
      key={key}
      label={label}
      value={filteredBy(search, key)}
      all={text('filter.all')}
      choices={
        options?.map((value) => ({ value, label: value })) ?? [
          { value: 'true', label: text('filter.yes') },
          { value: 'false', label: text('filter.no') },
        ]
      }
      onChange={(value) => onChange(key, value)}
    />
  ))
}
