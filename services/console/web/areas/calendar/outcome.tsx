import { ApiError } from '@workspace-platform/client'
import type { Session } from '@workspace-platform/client/scheduling'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import type { Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { showToast } from '../../ui/toast.tsx'
import { reloadSessions, showMoved, updateSession } from './calendar.queries.ts'
import styles from './calendar.module.css'
import type { Column } from './columns.rules.ts'
import { collisionsWith, normalize } from './layout.rules.ts'
import type { Span } from './layout.rules.ts'
import { endOf } from './session.rules.ts'
import type { Saved } from './session.form.tsx'

type Outcome = { tone: Tone; message: string; lines: string[]; undo?: () => void }

/** Shows the conflicts of a booking or move, or a short confirmation when nothing conflicts. */
export const useOutcome = (sessions: readonly Session[]) => {
  const text = useText()
  const format = useFormat()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const lineOf = ({ clientName, serviceNames, name, startTime, durationMinutes }: Session): string =>
    `${format.time(startTime)}–${format.time(endOf(startTime, durationMinutes))} ${clientName} • ${format.list(serviceNames) || name}`

  const report = (
    { session, conflicts = [], warnings = [] }: Saved,
    done: string,
    undo?: () => void,
  ): void => {
    const lines = [
      ...collisionsWith(sessions, { ...session, date: session.date.slice(0, 10) })
        .filter(({ id }) => conflicts.includes(id))
        .map(lineOf),
      ...warnings.map((warning) =>
        text(`calendar.warning.${warning as 'HOLIDAY' | 'IN_THE_PAST' | 'OUTSIDE_WORKING_HOURS'}`),
      ),
    ]
    showToast(done)
    const message = text(conflicts.length > 0 ? 'calendar.savedOverlap' : 'calendar.savedWarning')
    setOutcome(lines.length > 0 ? { tone: 'warn', message, lines, ...(undo && { undo }) } : null)
  }

  const change = async (
    session: Session,
    time: Pick<Session, 'date' | 'startTime' | 'durationMinutes' | 'staffId' | 'staffName'>,
    isUndo: boolean,
  ): Promise<void> => {
    const { date, startTime, durationMinutes, staffId } = time
    const body = { date, startTime, durationMinutes, staffId }
    setOutcome(null)
    await showMoved(session.id, time)
    try {
      const saved = await updateSession({ params: { sessionId: session.id }, body })
      const undo = (): void => void change({ ...session, ...time }, session, true)
      report(saved, text('calendar.moved', { client: session.clientName }), isUndo ? undefined : undo)
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'SESSION_CONFLICT'
      setOutcome({
        tone: 'bad',
        message: text('calendar.notMoved', {
          client: session.clientName,
          reason: toProblem(error, text).message,
        }),
        lines: isConflict ? collisionsWith(sessions, { ...time, id: session.id }).map(lineOf) : [],
      })
    } finally {
      await reloadSessions()
    }
  }

  return {
    outcome,
    report,
    clear: () => setOutcome(null),
    /** Moves a session to a position in the grid. Columns of days keep the staff member. */
    move: (session: Session, column: Column, { start, end }: Span): void => {
      const isSameStaff = column.staffId === undefined || column.staffId === session.staffId
      const time = {
        ...normalize(column.date, start),
        durationMinutes: end - start,
        staffId: isSameStaff ? session.staffId : column.staffId!,
        staffName: isSameStaff ? session.staffName : column.staffId === null ? null : column.name,
      }
      const isSame =
        isSameStaff &&
        time.date === session.date &&
        time.startTime === session.startTime &&
        time.durationMinutes === session.durationMinutes
      if (!isSame) void change(session, time, false)
    },
  }
}

export const OutcomeBar = ({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) => {
  const text = useText()
  const { tone, message, lines, undo } = outcome
  return (
    <div className={styles['outcome']}>
      <Notice tone={tone}>
        <div className={styles['message']}>
          <span>{message}</span>
          {undo && (
            <Button
              onClick={() => {
                onClose()
                undo()
              }}
            >
              {text('calendar.undo')}
            </Button>
          )}
          <Button kind="ghost" isIcon aria-label={text('action.close')} onClick={onClose}>
            <X aria-hidden="true" />
          </Button>
        </div>
        {lines.length > 0 && (
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}
