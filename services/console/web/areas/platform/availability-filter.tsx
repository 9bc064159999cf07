import { useText } from '../../i18n/language.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'

/** Filters plans or categories by whether new businesses can choose them. */
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
