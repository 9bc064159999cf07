import { useText } from '../../i18n/language.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'

/** Narrows plans or categories to those that new businesses can choose, or to the others. */
export const AvailabilityFilter = ({
  value,
  onChange,
}: {
  value: string
  onChange: (state: string) => void
}) => {
  const text = useText()
  return (
    <FilterSelect
      label={text('platform.availability')}
      value={value}
      all={text('platform.all')}
      choices={[
        { value: 'offered', label: text('platform.offered') },
        { value: 'hidden', label: text('platform.notOffered') },
      ]}
      onChange={onChange}
    />
  )
}
