import type { Session } from '@workspace-platform/client/scheduling'
import { Paperclip, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { StoredFile } from '../../app/stored-file.tsx'
import { useText } from '../../i18n/language.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAction } from '../../ui/use-action.ts'
import {
  createSessionAttachment,
  deleteSessionAttachment,
  getSessionAttachment,
  reloadSessions,
} from './calendar.queries.ts'
import styles from './calendar.module.css'

const accepted = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf']
const maxBytes = 10 * 1024 * 1024

/** Files of a session: pictures and documents. */
export const SessionAttachments = ({ session }: { session: Session }) => {
  const text = useText()
  const mayUpdate = may(useMember(), 'sessions.update')
  const input = useRef<HTMLInputElement>(null)
  const [deleting, setDeleting] = useState<{ id: string; name: string } | null>(null)
  const { run, running, problem, setProblem } = useAction<'upload'>()
  const upload = (file: File | undefined): void => {
    if (!file) return
    if (!accepted.includes(file.type) || file.size > maxBytes) return setProblem(text('calendar.fileRefused'))
    void run('upload', async () => {
      await createSessionAttachment({ params: { sessionId: session.id }, form: { file } })
      await reloadSessions()
    })
  }
  const remove = async (attachmentId: string): Promise<void> => {
    await deleteSessionAttachment({ params: { sessionId: session.id, attachmentId } })
    await reloadSessions()
    setDeleting(null)
  }
  if (session.attachments.length === 0 && !mayUpdate) return null
  return (
    <section className={styles['section']}>
      <h3>{text('calendar.attachments')}</h3>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <ul className={styles['files']}>
        {session.attachments.map((attachment) => (
          <li key={attachment.id}>
            <StoredFile
              id={attachment.id}
              name={attachment.name}
              label={text('calendar.download', { name: attachment.name })}
              isPreviewed={attachment.contentType.startsWith('image/')}
              load={() =>
                getSessionAttachment({ params: { sessionId: session.id, attachmentId: attachment.id } })
              }
            />
            {mayUpdate && (
              <Button
                kind="ghost"
                isIcon
                aria-label={text('calendar.deleteFile', { name: attachment.name })}
                onClick={() => setDeleting(attachment)}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {deleting && (
        <DeleteDialog
          title={text('calendar.deleteFileTitle', { name: deleting.name })}
          text={text('calendar.deleteFileText')}
          onCancel={() => setDeleting(null)}
          onDelete={() => remove(deleting.id)}
        />
      )}
      {mayUpdate && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            accept={accepted.join()}
            aria-label={text('calendar.addFile')}
            onChange={(event) => {
              upload(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button isBusy={running === 'upload'} onClick={() => input.current?.click()}>
            <Paperclip aria-hidden="true" />
            {text('calendar.addFile')}
          </Button>
        </>
      )}
    </section>
  )
}
