import type { Session } from '@workspace-platform/client/scheduling'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { toProblem } from '../../ui/problem.ts'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import {
  createSessionNote,
  deleteSessionNote,
  reloadSessions,
  updateSessionNote,
} from './calendar.queries.ts'
import styles from './calendar.module.css'

/** The notes of a session. Authors and the owner can change and delete them. */
export const SessionNotes = ({ session }: { session: Session }) => {
  const text = useText()
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
  const mayUpdate = may(member, 'sessions.update')
  return (
    <section className={styles['section']}>
      <h3>{text('calendar.notes')}</h3>
      {session.notes.map((note) => (
        <SessionNote
          key={note.id}
          sessionId={session.id}
          note={note}
          mayChange={mayUpdate && (member.account.role === 'owner' || note.authorId === member.account.id)}
        />
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

type NoteProps = { sessionId: string; note: Session['notes'][number]; mayChange: boolean }

const SessionNote = ({ sessionId, note, mayChange }: NoteProps) => {
  const text = useText()
  const format = useFormat()
  const [isEditing, setEditing] = useState(false)
  const params = { sessionId, noteId: note.id }
  const remove = async (): Promise<void> => {
    try {
      await deleteSessionNote({ params })
      await reloadSessions()
    } catch (error) {
      showToast(toProblem(error, text).message)
    }
  }
  if (isEditing) return <NoteForm params={params} body={note.body} onDone={() => setEditing(false)} />
  return (
    <div className={styles['note']}>
      <p>{note.body}</p>
      <span className={styles['by']}>
        {note.authorName} • {format.ago(note.createdAt)}
      </span>
      {mayChange && (
        <>
          <Button kind="ghost" isIcon aria-label={text('calendar.editNote')} onClick={() => setEditing(true)}>
            <Pencil aria-hidden="true" />
          </Button>
          <Button kind="ghost" isIcon aria-label={text('calendar.deleteNote')} onClick={() => void remove()}>
            <Trash2 aria-hidden="true" />
          </Button>
        </>
      )}
    </div>
  )
}

type FormProps = { params: { sessionId: string; noteId: string }; body: string; onDone: () => void }

const NoteForm = ({ params, body: before, onDone }: FormProps) => {
  const text = useText()
  const form = useForm({
    initial: { body: before },
    check: ({ body }) => (body.trim() === '' ? { body: text('form.required') } : {}),
    submit: async ({ body }) => {
      await updateSessionNote({ params, body: { body: body.trim() } })
      await reloadSessions()
    },
    onSaved: onDone,
  })
  return (
    <Form form={form} label={text('calendar.editNote')}>
      <TextArea
        label={text('calendar.editNote')}
        autoFocus
        maxLength={5000}
        rows={3}
        {...form.field('body')}
      />
      <SaveActions isBusy={form.isBusy} onCancel={onDone} />
    </Form>
  )
}
