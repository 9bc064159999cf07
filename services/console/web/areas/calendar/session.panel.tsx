import type { Session, SessionField } from '@workspace-platform/client/scheduling'
import { Check, Ellipsis, Pencil, Play, Receipt } from 'lucide-react'
import { useState } from 'react'
import { SentMessages } from '../../app/sent-messages.tsx'
import { RecordBody } from '../../app/record-page.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuAction } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import {
  createSessionInvoice,
  deleteSession,
  reloadSessions,
  setSessionStatus,
  useSession,
} from './calendar.queries.ts'
import { SessionAttachments } from './session-attachments.tsx'
import { SessionNotes } from './session-notes.tsx'
import { SessionSummary } from './session-summary.tsx'
import { SessionForm } from './session.form.tsx'
import type { Saved } from './session.form.tsx'
import { isMovable, nextStatuses } from './session.rules.ts'
import type { Slot } from './session.rules.ts'

type Props = {
  sessionId: string
  fields: readonly SessionField[]
  onClose: () => void
  onSaved: (saved: Saved) => void
  onDraft: (slot: Slot | null) => void
}

/** A session beside the calendar. */
export const SessionPanel = ({ sessionId, fields, onClose, onSaved, onDraft }: Props) => {
  const text = useText()
  const member = useMember()
  const query = useSession(sessionId)
  const session = query.data
  const [isEditing, setEditing] = useState(false)
  const [asked, setAsked] = useState<'cancel' | 'delete' | null>(null)
  const { run, running, problem } = useAction<Session['status'] | 'invoice'>()
  const act = (name: Session['status'] | 'invoice', work: () => Promise<unknown>): Promise<boolean> =>
    run(name, async () => {
      await work()
      await reloadSessions()
    })
  const moveTo = (status: Session['status']): Promise<boolean> =>
    act(status, () => setSessionStatus({ params: { sessionId }, body: { status } }))
  const mayUpdate = may(member, 'sessions.update')
  const next = session && mayUpdate ? nextStatuses(session.status) : []
  const menu: MenuAction[] = [
    ...(next.includes('cancelled')
      ? [{ id: 'cancel', label: text('calendar.cancelSession'), onAction: () => setAsked('cancel') }]
      : []),
    ...(may(member, 'sessions.delete')
      ? [
          {
            id: 'delete',
            label: text('calendar.deleteSession'),
            isDangerous: true,
            onAction: () => setAsked('delete'),
          },
        ]
      : []),
  ]
  const stopEditing = (): void => setEditing(false)
  const [forward] = next
  return (
    <SidePanel
      title={session?.clientName ?? text('calendar.session')}
      onClose={onClose}
      {...(menu.length > 0 && {
        actions: (
          <Menu
            label={text('calendar.actions')}
            className={buttonClass({ kind: 'ghost', isIcon: true })}
            items={menu}
          >
            <Ellipsis role="img" aria-label={text('calendar.actions')} />
          </Menu>
        ),
      })}
    >
      <RecordBody
        query={query}
        isEditing={isEditing}
        form={(record) => (
          <SessionForm
            session={record}
            slot={null}
            fields={fields}
            onDraft={onDraft}
            onCancel={stopEditing}
            onSaved={(saved) => {
              stopEditing()
              onSaved(saved)
            }}
          />
        )}
      >
        {(record) => (
          <>
            {problem && <Notice tone="bad">{problem}</Notice>}
            <SessionSummary session={record} fields={fields} />
            <FormActions>
              {forward && forward !== 'cancelled' && (
                <Button kind="primary" isBusy={running === forward} onClick={() => void moveTo(forward)}>
                  {forward === 'completed' ? <Check aria-hidden="true" /> : <Play aria-hidden="true" />}
                  {text(forward === 'completed' ? 'calendar.complete' : 'calendar.start')}
                </Button>
              )}
              {may(member, 'store.orders.manage') &&
                record.invoice === null &&
                record.status !== 'cancelled' && (
                  <Button
                    isBusy={running === 'invoice'}
                    onClick={() =>
                      void act('invoice', () => createSessionInvoice({ params: { sessionId } })).then(
                        (isDone) => isDone && showToast(text('calendar.invoiced')),
                      )
                    }
                  >
                    <Receipt aria-hidden="true" />
                    {text('calendar.invoice')}
                  </Button>
                )}
              {mayUpdate && isMovable(record) && (
                <Button onClick={() => setEditing(true)}>
                  <Pencil aria-hidden="true" />
                  {text('action.edit')}
                </Button>
              )}
            </FormActions>
            <SessionNotes session={record} />
            <SessionAttachments session={record} />
            <SentMessages recordId={record.id} />
          </>
        )}
      </RecordBody>
      {asked && session && (
        <ActionDialog
          title={text(asked === 'cancel' ? 'calendar.cancelTitle' : 'calendar.deleteTitle', {
            client: session.clientName,
          })}
          text={text(asked === 'cancel' ? 'calendar.cancelText' : 'calendar.deleteText')}
          confirm={text(asked === 'cancel' ? 'calendar.cancelSession' : 'calendar.deleteSession')}
          cancel={text('action.back')}
          onCancel={() => setAsked(null)}
          onConfirm={async () => {
            if (asked === 'cancel') {
              await setSessionStatus({ params: { sessionId }, body: { status: 'cancelled' } })
              setAsked(null)
            } else {
              await deleteSession({ params: { sessionId } })
              onClose()
            }
            await reloadSessions()
          }}
        />
      )}
    </SidePanel>
  )
}
