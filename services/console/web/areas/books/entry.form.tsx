import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { DateField } from '../../ui/date-field.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useForm } from '../../ui/use-form.ts'
import { createEntry, reloadEntries, updateEntry } from './entries.queries.ts'
import { bookedFor, toEntryBody, toEntryFields } from './entry.rules.ts'
import type { Entry, Kind } from './entry.rules.ts'
import { LabelsRow, MoneyFields } from './shared-fields.tsx'
import { Receipts } from './receipts.tsx'

/** The form stores ids in one string. */
const toIds = (text: string): string[] => text.split(',').filter(Boolean)

type Props = { kind: Kind; entry?: Entry; onSaved: (entry: Entry) => void; onCancel: () => void }

/** Adds an income or expense, or changes one. Receipts of a new one are uploaded before it is saved. */
export const EntryForm = ({ kind, entry, onSaved, onCancel }: Props) => {
  const text = useText()
  const format = useFormat()
  const isBooked = entry !== undefined && bookedFor(entry) !== null
  const form = useForm({
    initial: {
      ...toEntryFields(entry ?? null, { today: format.today(), currencyCode: format.currencyCode }),
      receipts: '',
    },
    paths: { vendor: 'party', source: 'party' },
    check: ({ title, amount, date }) => ({
      ...(title.trim() === '' && { title: text('form.required') }),
      ...(!(toNumber(amount) > 0) && { amount: text('books.positive') }),
      ...(date === '' && { date: text('form.required') }),
    }),
    submit: async (fields, idempotencyKey) => {
      const body = toEntryBody(fields, kind, isBooked)
      const saved = entry
        ? await updateEntry(kind, entry.id, body)
        : await createEntry(
            kind,
            {
              ...body,
              amount: toNumber(fields.amount),
              currencyCode: fields.currencyCode,
              receipts: toIds(fields.receipts),
            },
            idempotencyKey,
          )
      await reloadEntries(kind)
      return saved
    },
    onSaved,
  })
  return (
    <Form form={form} label={text(entry ? `books.edit.${kind}` : `books.new.${kind}`)}>
      <UnsavedChanges isDirty={form.isDirty} />
      {isBooked && <Notice>{text('books.bookedText')}</Notice>}
      <MoneyFields isReadOnly={isBooked} field={form.field} />
      <DateField label={text('books.date')} {...form.field('date')} />
      <TextField
        label={text(`books.party.${kind}`)}
        isOptional
        autoComplete="off"
        maxLength={200}
        {...form.field('party')}
      />
      <LabelsRow kind={kind} field={form.field} />
      <TextArea label={text('books.notes')} isOptional {...form.field('notes')} />
      {!entry && (
        <Receipts
          ids={toIds(form.values.receipts)}
          mayChange
          error={form.field('receipts').error}
          onAdded={async (added) =>
            form.change('receipts', (before) => [...toIds(before), ...added].join(','))
          }
          onRemoved={async (removed) =>
            form.change('receipts', (before) =>
              toIds(before)
                .filter((id) => id !== removed)
                .join(','),
            )
          }
        />
      )}
      <SaveActions
        isBusy={form.isBusy}
        label={text(entry ? 'action.save' : `books.create.${kind}`)}
        onCancel={onCancel}
      />
    </Form>
  )
}
