import type { Session } from '@workspace-platform/client/scheduling'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { classNames } from '../../ui/class-names.ts'
import { letterOf } from '../../ui/shortcut.rules.ts'
import type { Hue } from '../../ui/avatar.rules.ts'
import type { Column } from './columns.rules.ts'
import { firstMinute } from './hours.rules.ts'
import { dayMinutes, placeAfter, toTime } from './layout.rules.ts'
import type { Place, Span } from './layout.rules.ts'
import { SessionBlock } from './session-block.tsx'
import { isMovable } from './session.rules.ts'
import styles from './time-grid.module.css'
import { useGridDrag } from './use-grid-drag.ts'

export const hourHeight = 56
const toPixels = (minutes: number): number => (minutes * hourHeight) / 60
const boxOf = ({ start, end }: Span) => ({
  insetBlockStart: toPixels(start),
  blockSize: toPixels(Math.min(end, dayMinutes) - start),
})

type Props = {
  label: string
  /** Changes when other days are shown; the grid then scrolls to the opening time. */
  period: string
  columns: readonly Column[]
  header: (column: Column) => ReactNode
  hueOf: (session: Session) => Hue
  now: { date: string; minute: number }
  openId: string | null
  /** The session that is being booked. */
  draft: { column: number; span: Span } | null
  mayBook: boolean
  mayMove: boolean
  onPick: (column: Column, span: Span, hasLength: boolean) => void
  onOpen: (session: Session) => void
  onMove: (session: Session, column: Column, span: Span) => void
  isLoading: boolean
}

/** Times run down, staff or days across. Sessions are booked, moved and resized by drag and by keyboard. */
export const TimeGrid = (props: Props) => {
  const { label, period, columns, now, openId, draft, mayBook, mayMove, onPick, onOpen, onMove } = props
  const text = useText()
  const format = useFormat()
  const hintId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<Place>({ column: 0, start: 9 * 60, end: 10 * 60 })
  const [moving, setMoving] = useState<(Place & { sessionId: string }) | null>(null)
  const [announced, setAnnounced] = useState('')
  // A session that moves to another column becomes a new element. This selects the element that then gets the
  // focus.
  const wanted = useRef<string | null>(null)
  useLayoutEffect(() => {
    const element = wanted.current && body.current?.querySelector<HTMLElement>(wanted.current)
    if (!element) return
    element.focus()
    wanted.current = null
  })

  const find = (id: string): Session | undefined =>
    columns.flatMap(({ blocks }) => blocks).find(({ item }) => item.id === id)?.item
  const drop = (sessionId: string, place: Place): void => {
    const session = find(sessionId)
    const column = columns[place.column]!
    wanted.current = `[data-column="${column.id}"] [data-session="${sessionId}"]`
    if (session) onMove(session, column, place)
  }
  const { drag, start, tap, isAfterDrag } = useGridDrag({
    body,
    scroller,
    onDrop: ({ source, place }) => {
      if (source.kind !== 'create') drop(source.sessionId, place)
      else onPick(columns[place.column]!, place, true)
    },
    onClick: (column, minute) => {
      if (!mayBook) return
      const from = Math.min(Math.floor(minute / 30) * 30, dayMinutes - 30)
      onPick(columns[column]!, { start: from, end: from + 60 }, false)
    },
  })

  const shown = useRef('')
  // Before the first paint: the scrolling must not affect a drag that begins immediately.
  useLayoutEffect(() => {
    if (props.isLoading || shown.current === period) return
    shown.current = period
    const opening = firstMinute(
      columns.map(({ closed }) => closed),
      columns.flatMap(({ blocks }) => blocks),
    )
    scroller.current?.scrollTo({ top: toPixels(Math.floor(opening / 60) * 60) - 10 })
    setCursor((before) => ({
      column: Math.min(before.column, Math.max(0, columns.length - 1)),
      start: opening,
      end: opening + 60,
    }))
  }, [period, columns, props.isLoading])

  const describe = ({ column, start: from, end }: Place): string =>
    text('calendar.place', {
      column: columns[column]?.name ?? '',
      from: format.time(toTime(from)),
      to: format.time(toTime(end)),
    })
  const options = {
    columns: columns.length,
    isRightToLeft: document.documentElement.dir === 'rtl',
  }
  const onCursorKey = (event: KeyboardEvent): void => {
    const next = placeAfter(event, cursor, options)
    if (!next) return
    event.preventDefault()
    wanted.current = '[data-cursor]'
    setCursor(next)
    setAnnounced(describe(next))
  }
  const onBlockKey = (event: KeyboardEvent, session: Session, place: Place): void => {
    const current = moving?.sessionId === session.id ? moving : null
    if (!current) {
      if (letterOf(event) !== 'm' || !mayMove || !isMovable(session)) return
      setMoving({ ...place, sessionId: session.id })
      setAnnounced(text('calendar.moving', { client: session.clientName }))
    } else if (event.key === 'Enter') {
      setMoving(null)
      drop(session.id, current)
    } else if (event.key === 'Escape') setMoving(null)
    else {
      const next = placeAfter(event, current, options)
      if (!next) return
      setMoving({ ...next, sessionId: session.id })
      setAnnounced(describe(next))
    }
    event.preventDefault()
  }

  const ghost: Place | null = drag?.place ?? moving ?? (draft && { column: draft.column, ...draft.span })
  const nowColumns = columns.flatMap(({ date }, index) => (date === now.date ? [index] : []))
  return (
    <div className={styles['frame']}>
      <div
        ref={scroller}
        className={styles['scroller']}
        data-scrolls
        role="region"
        aria-label={label}
        aria-busy={props.isLoading}
        tabIndex={0}
      >
        <div className={styles['grid']} style={{ '--count': columns.length } as CSSProperties}>
          <div className={styles['head']}>
            <div className={styles['corner']} />
            {columns.map((column) => (
              <div key={column.id} className={styles['header']}>
                {props.header(column)}
              </div>
            ))}
          </div>
          <div ref={body} className={styles['body']} style={{ blockSize: 24 * hourHeight }}>
            <div className={styles['times']} aria-hidden="true">
              {Array.from({ length: 23 }, (_, hour) => (
                <span key={hour} style={{ insetBlockStart: (hour + 1) * hourHeight }}>
                  {format.time(toTime((hour + 1) * 60))}
                </span>
              ))}
            </div>
            {columns.map((column, index) => (
              <div
                key={column.id}
                data-column={column.id}
                className={classNames(styles['column'], mayBook && styles['bookable'])}
                role="group"
                aria-label={column.name}
                onPointerDown={(event) => {
                  if (mayBook) start(event, (at, minute) => ({ kind: 'create', column: at, minute }))
                }}
                onClick={tap}
              >
                {column.closed.map((span) => (
                  <div key={span.start} className={styles['closed']} style={boxOf(span)} />
                ))}
                {column.skipped.map((span) => (
                  <div key={span.start} className={styles['skipped']} style={boxOf(span)}>
                    {text('calendar.skipped')}
                  </div>
                ))}
                {mayBook && cursor.column === index && (
                  <button
                    type="button"
                    data-cursor=""
                    className={styles['cursor']}
                    style={boxOf(cursor)}
                    aria-label={text('calendar.bookAt', { place: describe(cursor) })}
                    aria-describedby={`${hintId}-book`}
                    onKeyDown={onCursorKey}
                    onPointerDown={(event) => event.stopPropagation()}
                    onClick={(event) => {
                      event.stopPropagation()
                      onPick(column, cursor, cursor.end - cursor.start !== 60)
                    }}
                  >
                    {format.time(toTime(cursor.start))}
                  </button>
                )}
                {column.blocks.map((block) => (
                  <SessionBlock
                    key={block.item.id}
                    block={block}
                    hue={props.hueOf(block.item)}
                    style={{
                      ...boxOf(block),
                      insetInlineStart: `calc(${(block.lane / block.lanes) * 100}% + 2px)`,
                      inlineSize: `calc(${100 / block.lanes}% - 5px)`,
                    }}
                    isOpen={openId === block.item.id}
                    isMoving={
                      drag?.source.kind !== 'create' &&
                      (drag?.source.sessionId ?? moving?.sessionId) === block.item.id
                    }
                    isMovable={mayMove && isMovable(block.item)}
                    hintId={`${hintId}-move`}
                    onOpen={() => {
                      if (!isAfterDrag()) onOpen(block.item)
                    }}
                    onKeyDown={(event, realStart) =>
                      onBlockKey(event, block.item, {
                        column: index,
                        start: realStart,
                        end: realStart + block.item.durationMinutes,
                      })
                    }
                    onBlur={() => setMoving(null)}
                    onGrab={(event, kind, realStart) =>
                      start(event, (_, minute) => ({
                        kind,
                        sessionId: block.item.id,
                        column: index,
                        start: realStart,
                        end: realStart + block.item.durationMinutes,
                        grab: minute - realStart,
                      }))
                    }
                  />
                ))}
                {ghost?.column === index && (
                  <div
                    data-ghost=""
                    className={styles['ghost']}
                    style={boxOf({ start: Math.max(0, ghost.start), end: ghost.end })}
                  >
                    {format.time(toTime(ghost.start))}–{format.time(toTime(ghost.end))}
                  </div>
                )}
              </div>
            ))}
            {nowColumns.length > 0 && (
              <div
                className={styles['now']}
                aria-hidden="true"
                style={{
                  insetBlockStart: toPixels(now.minute),
                  gridColumn: `${nowColumns[0]! + 2} / span ${nowColumns.length}`,
                }}
              />
            )}
          </div>
        </div>
      </div>
      <p hidden id={`${hintId}-book`}>
        {text('calendar.bookHint')}
      </p>
      <p hidden id={`${hintId}-move`}>
        {text('calendar.moveHint')}
      </p>
      <p className={styles['announcer']} role="status">
        {announced}
      </p>
    </div>
  )
}
