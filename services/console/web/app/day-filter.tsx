import { useState } from 'react'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { FilterButton, FilterChip } from '../ui/filter-select.tsx'
import { Form, FormRow } from '../ui/form.tsx'
import { useForm } from '../ui/use-form.ts'

type Days = { from: string; to: string }
type Props = {
  from: string | undefined
  to: string | undefined
  onChange: (days: Days) => void
  /** False if the list always has days and these are the usual ones. */
  isRemovable?: boolean
}

/** Narrows a list to days: a chip that opens a dialog. Empty texts remove the filter. */
export const DayFilter = ({ from = '', to = '', onChange, isRemovable = true }: Props) => {
  const text = useText()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const shown = (day: string): string => (day === '' ? '…' : format.date(day))
  const isSet = from !== '' || to !== ''
  return (
    <>
      {isSet ? (
        <FilterChip
          label={text('filter.range', { from: shown(from), to: shown(to) })}
          name={text('filter.dates')}
          onOpen={() => setOpen(true)}
          onRemove={isRemovable ? () => onChange({ from: '', to: '' }) : undefined}
        />
      ) : (
        <FilterButton label={text('filter.dates')} onClick={() => setOpen(true)} />
      )}
      {isOpen && (
        <DaysDialog
          initial={{ from, to }}
          onClose={() => setOpen(false)}
          onChosen={(days) => {
            setOpen(false)
            onChange(days)
          }}
        />
      )}
    </>
  )
}

type DialogProps = { initial: Days; onChosen: (days: Days) => void; onClose: () => void }

const DaysDialog = ({ initial, onChosen, onClose }: DialogProps) => {
  const text = useText()
  const form = useForm({
    initial,
    submit: async (days) => onChosen(days),
  })
  return (
    <Dialog title={text('filter.dates')} onClose={onClose}>
      <Form form={form} label={text('filter.dates')}>
        <FormRow>
          <DateField label={text('filter.from')} isOptional autoFocus {...form.field('from')} />
          <DateField
            label={text('filter.to')}
            isOptional
            min={form.values.from || undefined}
            {...form.field('to')}
          />
        </FormRow>
        <DialogActions>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary">
            {text('filter.apply')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
