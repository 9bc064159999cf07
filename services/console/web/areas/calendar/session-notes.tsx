import type { Session } from '@workspace-platform/client/scheduling'
import { Trash2 } from 'lucide-react'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { toProblem } from '../../ui/problem.ts'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { createSessionNote, deleteSessionNote, reloadSessions } from './calendar.queries.ts'
import styles from './calendar.module.css'

/** The notes of a session. Authors and the owner can delete them. */
export const SessionNotes = ({ session }: { session: Session }) => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const form = useForm({
    initial: { body: '' },
    check: ({ body }) => (body.trim() === '' ? { body: text('form.required') } : {}),
    submit: async ({ body }, idempotencyKey) => {
      await createSessionNote({ params: { sessionId: session.id }, body: { body }, idempotencyKey })
      form.change('body', '')
      await reloadSessions()
    },
  })
  const remove = async (noteId: string): Promise<void> => {
    try {
      await deleteSessionNote({ params: { sessionId: session.id, noteId } })
      await reloadSessions()
    } catch (error) {
      showToast(toProblem(error, text).message)
    }
  }
  const mayUpdate = may(member, 'sessions.update')
  return (
    <section className={styles['section']}>
      <h3>{text('calendar.notes')}</h3>
      {session.notes.map(({ id, body, authorId, authorName, createdAt }) => (
        <div key={id} className={styles['note']}>
          <p>{body}</p>
          <span className={styles['by']}>
            {authorName} · {format.ago(createdAt)}
          </span>
          {mayUpdate && (member.account.role === 'owner' || authorId === member.account.id) && (
            <Button
              kind="ghost"
              isIcon
              aria-label={text('calendar.deleteNote')}
              onClick={() => void remove(id)}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          )}
        </div>
      ))}
      {session.notes.length === 0 && !mayUpdate && (
        <p className={styles['faint']}>{text('calendar.noNotes')}</p>
      )}
      {mayUpdate && (
        <Form form={form} label={text('calendar.addNote')}>
          <TextArea label={text('calendar.addNote')} maxLength={5000} rows={2} {...form.field('body')} />
          {form.values.body.trim() !== '' && (
            <Button type="submit" isBusy={form.isBusy}>
              {text('calendar.saveNote')}
            </Button>
          )}
        </Form>
      )}
    </section>
  )
}
