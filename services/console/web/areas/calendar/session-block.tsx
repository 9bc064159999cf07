import type { Session } from '@workspace-platform/client/scheduling'
import { Check, Globe } from 'lucide-react'
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Hue } from '../../ui/avatar.rules.ts'
import type { Block } from './layout.rules.ts'
import { dayMinutes } from './layout.rules.ts'
import { endOf } from './session.rules.ts'
import styles from './session-block.module.css'

type Props = {
  block: Block<Session>
  hue: Hue
  style: CSSProperties
  isOpen: boolean
  isMoving: boolean
  isMovable: boolean
  hintId: string
  onOpen: () => void
  /** `start` is the minute at which the session begins, negative if it began on the day before. */
  onKeyDown: (event: KeyboardEvent, start: number) => void
  onBlur: () => void
  onGrab: (event: PointerEvent, kind: 'move' | 'resize', start: number) => void
}

/** A session in the grid. */
export const SessionBlock = (props: Props) => {
  const { block, hue, style, isOpen, isMoving, isMovable } = props
  const format = useFormat()
  const text = useText()
  const { item: session } = block
  const length = block.end - block.start
  const start = block.isContinued ? block.end - session.durationMinutes : block.start
  const service = format.list(session.serviceNames) || session.name
  return (
    <button
      type="button"
      className={classNames(
        styles['block'],
        styles[hue],
        styles[session.status],
        length <= 30 && styles['short'],
        length >= 60 && styles['tall'],
        isOpen && styles['open'],
        isMoving && styles['moving'],
        isMovable && styles['movable'],
      )}
      style={{ ...style, blockSize: Math.max(18, Number(style.blockSize) - 2) }}
      aria-current={isOpen || undefined}
      data-session={session.id}
      {...(isMovable && { 'aria-describedby': props.hintId, 'aria-keyshortcuts': 'M' })}
      onClick={(event) => {
        event.stopPropagation()
        props.onOpen()
      }}
      onKeyDown={(event) => props.onKeyDown(event, start)}
      onBlur={props.onBlur}
      onPointerDown={(event) => {
        if (isMovable) props.onGrab(event, 'move', start)
        else event.stopPropagation()
      }}
    >
      <span className={styles['name']}>
        {session.status === 'completed' && <Check aria-hidden="true" />}
        {session.source === 'online' && <Globe aria-hidden="true" />}
        <b>{session.clientName}</b>
        {length <= 30 && <span className={styles['service']}> {service}</span>}
      </span>
      {length > 30 && (
        <span className={styles['service']}>
          {service} • {format.time(session.startTime)}
        </span>
      )}
      <span className={styles['hidden']}>
        {length <= 30 && format.time(session.startTime)}–
        {format.time(endOf(session.startTime, session.durationMinutes))}
        {[session.staffName, text(`sessionStatus.${session.status}`)]
          .filter(Boolean)
          .map((part) => `, ${part}`)
          .join('')}
      </span>
      {isMovable && !block.continues && block.end <= dayMinutes && (
        <span
          className={styles['handle']}
          aria-hidden="true"
          onPointerDown={(event) => props.onGrab(event, 'resize', start)}
        />
      )}
    </button>
  )
}
