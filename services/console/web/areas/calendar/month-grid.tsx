import type { Holiday, Session } from '@workspace-platform/client/scheduling'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { addDays, daysBetween } from '../../i18n/format.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Hue } from '../../ui/avatar.rules.ts'
import { holidayOn } from './hours.rules.ts'
import styles from './month-grid.module.css'

type Props = {
  label: string
  month: string
  days: readonly string[]
  today: string
  sessions: readonly Session[]
  holidays: readonly Holiday[]
  hueOf: (session: Session) => Hue
  onDay: (date: string) => void
  onOpen: (session: Session) => void
}

const shownPerDay = 3

/** A month as a table of days with their first sessions. Arrow keys move between days, Enter opens one. */
export const MonthGrid = ({ label, month, days, today, sessions, holidays, hueOf, onDay, onOpen }: Props) => {
  const text = useText()
  const format = useFormat()
  const table = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(month)
  const current = days.includes(active) ? active : month
  const onKeyDown = (event: KeyboardEvent): void => {
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1
    const steps: Record<string, number> = {
      ArrowUp: -7,
      ArrowDown: 7,
      ArrowLeft: -forward,
      ArrowRight: forward,
    }
    const moved = event.key in steps ? addDays(current, steps[event.key]!) : null
    if (!moved || !days.includes(moved)) return
    event.preventDefault()
    setActive(moved)
    table.current?.querySelector<HTMLElement>(`[data-day="${moved}"]`)?.focus()
  }
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return (
    <div ref={table} className={styles['month']} role="grid" aria-label={label} onKeyDown={onKeyDown}>
      <div role="row" className={styles['row']}>
        {days.slice(0, 7).map((day) => (
          <div key={day} role="columnheader" className={styles['weekday']}>
            {format.weekday(day)}
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} role="row" className={classNames(styles['row'], styles['week'])}>
          {week.map((day) => {
            const ofDay = sessions
              .filter(({ date }) => daysBetween(date, day) === 0)
              .toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
            const holiday = holidayOn(holidays, day)
            return (
              <div
                key={day}
                role="gridcell"
                className={classNames(
                  styles['day'],
                  day.slice(0, 7) !== month.slice(0, 7) && styles['other'],
                  holiday && styles['holiday'],
                )}
              >
                <button
                  type="button"
                  data-day={day}
                  tabIndex={day === current ? 0 : -1}
                  className={classNames(styles['number'], day === today && styles['today'])}
                  aria-label={format.parts([
                    format.longDate(day),
                    ...(holiday ? [holiday.name] : []),
                    text('calendar.sessions', { count: ofDay.length }),
                  ])}
                  {...(day === today && { 'aria-current': 'date' as const })}
                  onFocus={() => setActive(day)}
                  onClick={() => onDay(day)}
                >
                  {format.dayOfMonth(day)}
                </button>
                {holiday && <span className={styles['name']}>{holiday.name}</span>}
                {ofDay.slice(0, shownPerDay).map((session) => (
                  <button
                    key={session.id}
                    type="button"
                    tabIndex={-1}
                    className={classNames(styles['session'], styles[hueOf(session)], styles[session.status])}
                    onClick={() => onOpen(session)}
                  >
                    <span className={styles['time']}>{format.time(session.startTime)}</span>
                    <span className={styles['client']}>{session.clientName}</span>
                  </button>
                ))}
                {ofDay.length > shownPerDay && (
                  <button type="button" tabIndex={-1} className={styles['more']} onClick={() => onDay(day)}>
                    {text('calendar.more', { count: ofDay.length - shownPerDay })}
                  </button>
                )}
                <span className={styles['count']} aria-hidden="true">
                  {ofDay.length > 0 && format.number(ofDay.length)}
                </span>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
