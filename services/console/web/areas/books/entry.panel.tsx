import { Link } from '@tanstack/react-router'
import { RecordPanel } from '../../app/record-panel.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Facts } from '../../ui/facts.tsx'
import styles from './books.module.css'
import { deleteEntry, reloadEntries, updateEntry, useEntry, useEntryClient } from './entries.queries.ts'
import { EntryForm } from './entry.form.tsx'
import { bookedFor } from './entry.rules.ts'
import type { BookedType, Entry, Kind } from './entry.rules.ts'
import { Receipts } from './receipts.tsx'
import { useBookedTexts } from './use-booked-texts.ts'

type Props = { kind: Kind; entryId: string; onClose: () => void }

/** An income or expense beside the list. */
export const EntryPanel = ({ kind, entryId, onClose }: Props) => {
  const text = useText()
  const mayManage = may(useMember(), 'finance.manage')
  const query = useEntry(kind, entryId)
  const { titleOf } = useBookedTexts()
  const setReceipts = async (entry: Entry, receipts: string[]): Promise<void> => {
    await updateEntry(kind, entry.id, { receipts })
    await reloadEntries(kind)
  }
  return (
    <RecordPanel
      query={query}
      title={query.data ? titleOf(query.data) : text(`books.entry.${kind}`)}
      onClose={onClose}
      form={mayManage && ((entry, done) => <EntryForm kind={kind} entry={entry} {...done} />)}
      deletion={
        mayManage &&
        ((entry) =>
          bookedFor(entry) === null
            ? {
                title: text('books.deleteTitle', { title: entry.title }),
                text: text('books.deleteText'),
                onDelete: () => deleteEntry(kind, entryId),
                reload: () => reloadEntries(kind),
              }
            : null)
      }
    >
      {(entry) => (
        <>
          <EntryFacts kind={kind} entry={entry} />
          <Receipts
            ids={entry.receipts}
            mayChange={mayManage}
            onAdded={(added) => setReceipts(entry, [...entry.receipts, ...added])}
            onRemoved={() => reloadEntries(kind)}
          />
        </>
      )}
    </RecordPanel>
  )
}

const EntryFacts = ({ kind, entry }: { kind: Kind; entry: Entry }) => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const { amount, currencyCode, date, party, category, account, notes, reference, createdAt, clientId } =
    entry
  const { data: client } = useEntryClient(may(member, 'clients.view') ? clientId : null)
  const booked = bookedFor(entry)
  const { categoryName } = useBookedTexts()
  return (
    <Facts
      items={[
        [text('books.amount'), <b key="amount">{format.money(amount, currencyCode)}</b>],
        [text('books.date'), format.fullDate(date)],
        [text(`books.party.${kind}`), party],
        [text('books.label.category'), category && categoryName(category)],
        [text('books.label.account'), account],
        [
          text('books.bookedFor'),
          booked ? (
            <BookedRecord key="record" type={booked} id={reference!.id} />
          ) : (
            reference && `${reference.type} ${reference.id}`
          ),
        ],
        [
          text('books.client'),
          clientId && may(member, 'clients.view') && (
            <Link to="/clients/$clientId" params={{ clientId }} className={styles['reference']!}>
              {client?.name ?? text('books.showClient')}
            </Link>
          ),
        ],
        [text('books.notes'), notes],
        [text('books.added'), format.dateTime(createdAt)],
      ]}
    />
  )
}

/** The record for which an entry was booked, with a link if the member may open it. */
const BookedRecord = ({ type, id }: { type: BookedType; id: string }) => {
  const text = useText()
  const member = useMember()
  const label = text(`books.booked.${type}`)
  const className = styles['reference']!
  if ((type === 'invoice' || type === 'void') && may(member, 'store.orders.view'))
    return (
      <Link to="/invoices/$invoiceId" params={{ invoiceId: id }} className={className}>
        {label}
      </Link>
    )
  if (type === 'order' && may(member, 'store.orders.view'))
    return (
      <Link to="/shop/orders" search={{ open: id }} className={className}>
        {label}
      </Link>
    )
  if (type === 'labTest' && may(member, 'labs.view'))
    return (
      <Link to="/labs/tests/$testId" params={{ testId: id }} className={className}>
        {label}
      </Link>
    )
  if (type === 'session' && may(member, 'sessions.view'))
    return (
      <Link to="/calendar" search={{ open: id }} className={className}>
        {label}
      </Link>
    )
  return label
}
