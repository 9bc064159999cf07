import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { StoredFile } from '../../app/stored-file.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAction } from '../../ui/use-action.ts'
import styles from './books.module.css'
import { createReceipt, deleteReceipt, getReceiptFile } from './entries.queries.ts'

const accepted = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf']
const maxBytes = 10 * 1024 * 1024
const maxReceipts = 20
/** More files are loaded only on request. */
const previewed = 4

type Props = {
  ids: readonly string[]
  mayChange: boolean
  /** Why the API rejected them. */
  error?: string | undefined
  /** Attaches receipts that were uploaded. */
  onAdded: (ids: string[]) => Promise<unknown>
  /** Called after a receipt was deleted. */
  onRemoved: (id: string) => Promise<unknown>
}

/** The receipts of an entry: pictures and documents, which can be dropped here. */
export const Receipts = ({ ids, mayChange, error, onAdded, onRemoved }: Props) => {
  const text = useText()
  const format = useFormat()
  const { run, running, problem, setProblem } = useAction<'upload'>()
  const [deleting, setDeleting] = useState<{ id: string; name: string } | null>(null)
  const free = maxReceipts - ids.length
  const upload = (files: readonly File[]): Promise<boolean> =>
    run('upload', async () => {
      const isPossible = ({ type, size }: File): boolean => accepted.includes(type) && size <= maxBytes
      const uploaded: string[] = []
      for (const file of files.filter(isPossible).slice(0, free))
        uploaded.push((await createReceipt({ form: { file } })).receipt.id)
      if (uploaded.length > 0) await onAdded(uploaded)
      const refused = files.find((file) => !isPossible(file))
      if (refused) setProblem(text('books.receiptRefused', { name: refused.name }))
      else if (files.length > free) setProblem(text('books.receiptLimit'))
    })
  const remove = async (id: string): Promise<void> => {
    await deleteReceipt({ params: { receiptId: id } })
    await onRemoved(id)
    setDeleting(null)
  }
  if (ids.length === 0 && !mayChange) return null
  return (
    <section className={styles['receipts']} aria-label={text('books.receipts')}>
      <h3>{text('books.receipts')}</h3>
      {(problem ?? error) && <Notice tone="bad">{problem ?? error}</Notice>}
      {ids.length > 0 && (
        <ul>
          {ids.map((id, index) => {
            const name = text('books.receipt', { number: format.number(index + 1) })
            return (
              <li key={id}>
                <StoredFile
                  id={id}
                  name={name}
                  label={text('books.download', { name })}
                  isPreviewed={index < previewed}
                  load={() => getReceiptFile({ params: { receiptId: id } })}
                />
                {mayChange && (
                  <Button
                    kind="ghost"
                    isIcon
                    aria-label={text('books.deleteReceipt', { name })}
                    onClick={() => setDeleting({ id, name })}
                  >
                    <Trash2 aria-hidden="true" />
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {deleting && (
        <DeleteDialog
          title={text('books.deleteTitle', { title: deleting.name })}
          text={text('books.deleteReceiptText')}
          onCancel={() => setDeleting(null)}
          onDelete={() => remove(deleting.id)}
        />
      )}
      {mayChange && free > 0 && (
        <FileDrop
          label={text('books.addReceipt')}
          hint={text('books.receiptHint')}
          accept={accepted}
          isBusy={running === 'upload'}
          onFiles={(files) => void upload(files)}
        />
      )}
    </section>
  )
}
