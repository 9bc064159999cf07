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
  /** The days that are meant, if a record has several. */
  label?: string
}

/** Narrows a list to days: a chip that opens a dialog. Empty texts remove the filter. */
export const DayFilter = ({ from = '', to = '', onChange, isRemovable = true, label }: Props) => {
  const text = useText()
  const name = label ?? text('filter.dates')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const shown = (day: string): string => (day === '' ? '…' : format.date(day))
  const isSet = from !== '' || to !== ''
  return (
    <>
      {isSet ? (
        <FilterChip
          label={text('filter.range', { from: shown(from), to: shown(to) })}
          name={name}
          onOpen={() => setOpen(true)}
          onRemove={isRemovable ? () => onChange({ from: '', to: '' }) : undefined}
        />
      ) : (
        <FilterButton label={name} onClick={() => setOpen(true)} />
      )}
      {isOpen && (
        <DaysDialog
          title={name}
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

type DialogProps = { title: string; initial: Days; onChosen: (days: Days) => void; onClose: () => void }

const DaysDialog = ({ title, initial, onChosen, onClose }: DialogProps) => {
  const text = useText()
  const form = useForm({
    initial,
    submit: async (days) => onChosen(days),
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} label={title}>
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
