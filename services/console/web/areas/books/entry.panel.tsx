import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { RecordBody } from '../../app/record-page.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormActions } from '../../ui/form.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './books.module.css'
import { deleteEntry, reloadEntries, updateEntry, useEntry } from './entries.queries.ts'
import { EntryForm } from './entry.form.tsx'
import { bookedFor } from './entry.rules.ts'
import type { Entry, Kind } from './entry.rules.ts'
import { Receipts } from './receipts.tsx'

type Props = { kind: Kind; entryId: string; onClose: () => void }

/** An income or expense beside the list. */
export const EntryPanel = ({ kind, entryId, onClose }: Props) => {
  const text = useText()
  const mayManage = may(useMember(), 'finance.manage')
  const query = useEntry(kind, entryId)
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const setReceipts = async (entry: Entry, receipts: string[]): Promise<void> => {
    await updateEntry(kind, entry.id, { receipts })
    await reloadEntries(kind)
  }
  return (
    <SidePanel title={query.data?.title ?? text(`books.entry.${kind}`)} onClose={onClose}>
      <RecordBody
        query={query}
        isEditing={isEditing}
        onStopEditing={() => setEditing(false)}
        form={(entry, onSaved) => (
          <EntryForm kind={kind} entry={entry} onCancel={() => setEditing(false)} onSaved={onSaved} />
        )}
      >
        {(entry) => (
          <>
            {mayManage && (
              <FormActions>
                <Button onClick={() => setEditing(true)}>
                  <Pencil aria-hidden="true" />
                  {text('action.edit')}
                </Button>
                {bookedFor(entry) === null && (
                  <Button onClick={() => setDeleting(true)}>
                    <Trash2 aria-hidden="true" />
                    {text('action.delete')}
                  </Button>
                )}
              </FormActions>
            )}
            <EntryFacts kind={kind} entry={entry} />
            <Receipts
              ids={entry.receipts}
              mayChange={mayManage}
              onAdded={(added) => setReceipts(entry, [...entry.receipts, ...added])}
              onRemoved={() => reloadEntries(kind)}
            />
          </>
        )}
      </RecordBody>
      {isDeleting && query.data && (
        <DeleteDialog
          title={text('books.deleteTitle', { title: query.data.title })}
          text={text('books.deleteText')}
          onCancel={() => setDeleting(false)}
          onDelete={async () => {
            await deleteEntry(kind, entryId)
            onClose()
            showToast(text('books.deleted'))
            await reloadEntries(kind)
          }}
        />
      )}
    </SidePanel>
  )
}

const EntryFacts = ({ kind, entry }: { kind: Kind; entry: Entry }) => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const { amount, currencyCode, date, party, category, account, notes, reference, createdAt } = entry
  const booked = bookedFor(entry)
  return (
    <Facts
      items={[
        [text('books.amount'), <b key="amount">{format.money(amount, currencyCode)}</b>],
        [text('books.date'), format.fullDate(date)],
        [text(`books.party.${kind}`), party],
        [text('books.label.category'), category],
        [text('books.label.account'), account],
        [
          text('books.bookedFor'),
          booked === 'invoice' && may(member, 'store.orders.view') ? (
            <Link
              to="/invoices/$invoiceId"
              params={{ invoiceId: reference!.id }}
              className={styles['reference']!}
            >
              {text('books.booked.invoice')}
            </Link>
          ) : booked ? (
            text(`books.booked.${booked}`)
          ) : (
            reference && `${reference.type} ${reference.id}`
          ),
        ],
        [text('books.notes'), notes],
        [text('books.added'), format.dateTime(createdAt)],
      ]}
    />
  )
}
