import { CalendarRange } from 'lucide-react'
import { useCallback, useState } from 'react'
import { without } from '../../app/search-parameter.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FilterChip, FilterSelect } from '../../ui/filter-select.tsx'
import { Form, FormRow } from '../../ui/form.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useSuggestions } from './entries.queries.ts'
import type { Kind } from './entry.rules.ts'
import type { EntrySearch } from './entry-search.rules.ts'

type Props = { kind: Kind; search: EntrySearch; onChange: (next: EntrySearch) => void }

/** Filters the list by text, category, account and days. */
export const EntryFilters = ({ kind, search, onChange }: Props) => {
  const text = useText()
  const format = useFormat()
  const { data } = useSuggestions(kind, format.today())
  const [isOpen, setOpen] = useState(false)
  const { from, to } = search
  const onSearch = useCallback(
    (typed: string) => onChange({ ...without(search, 'search'), ...(typed && { search: typed }) }),
    [search, onChange],
  )
  const select = (name: 'category' | 'account', known: readonly string[] = []) => {
    const value = search[name] ?? ''
    // The category in the URL may not have been used recently.
    const values = value === '' || known.includes(value) ? known : [value, ...known]
    return (
      values.length > 0 && (
        <FilterSelect
          label={text(`books.label.${name}`)}
          value={value}
          all={text(`books.all.${name}`)}
          choices={values.map((each) => ({ value: each, label: each }))}
          onChange={(chosen) => onChange({ ...without(search, name), ...(chosen && { [name]: chosen }) })}
        />
      )
    )
  }
  const days = text('books.days', {
    from: from ? format.date(from) : '…',
    to: to ? format.date(to) : '…',
  })
  return (
    <>
      <SearchField label={text(`books.search.${kind}`)} value={search.search ?? ''} onChange={onSearch} />
      {select('category', data?.categories)}
      {select('account', data?.accounts)}
      {from || to ? (
        <FilterChip label={days} onRemove={() => onChange(without(search, 'from', 'to'))} />
      ) : (
        <Button onClick={() => setOpen(true)}>
          <CalendarRange aria-hidden="true" />
          {text('books.chooseDays')}
        </Button>
      )}
      {isOpen && (
        <DaysDialog
          onClose={() => setOpen(false)}
          onChosen={(chosen) => {
            setOpen(false)
            onChange({ ...search, ...chosen })
          }}
        />
      )}
    </>
  )
}

type DaysProps = { onChosen: (days: Pick<EntrySearch, 'from' | 'to'>) => void; onClose: () => void }

const DaysDialog = ({ onChosen, onClose }: DaysProps) => {
  const text = useText()
  const form = useForm({
    initial: { from: '', to: '' },
    check: ({ from, to }) => (from && to && to < from ? { to: text('books.daysOrder') } : {}),
    submit: async ({ from, to }) => onChosen({ ...(from && { from }), ...(to && { to }) }),
  })
  return (
    <Dialog title={text('books.chooseDays')} onClose={onClose}>
      <Form form={form} label={text('books.chooseDays')}>
        <FormRow>
          <TextField label={text('books.from')} type="date" isOptional {...form.field('from')} />
          <TextField label={text('books.to')} type="date" isOptional {...form.field('to')} />
        </FormRow>
        <DialogActions>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary">
            {text('books.apply')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
