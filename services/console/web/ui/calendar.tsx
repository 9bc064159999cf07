import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useFormat } from '../i18n/format.ts'
import { useLanguage, useText } from '../i18n/language.ts'
import { addMonths, firstDayOfWeek, monthDays } from '../i18n/week.rules.ts'
import { Button } from './button.tsx'
import { dayAfterKey, within } from './calendar.rules.ts'
import styles from './calendar.module.css'
import { classNames } from './class-names.ts'

type Props = {
  /** The chosen day, or empty. */
  value: string
  min?: string | undefined
  max?: string | undefined
  onPick: (date: string) => void
  onClear?: (() => void) | undefined
}

/** A month to choose a day from. Arrow keys move by days and weeks, Page Up and Down by months, with Shift by years. */
export const Calendar = ({ value, min, max, onPick, onClear }: Props) => {
  const text = useText()
  const format = useFormat()
  const { locale } = useLanguage()
  const id = useId()
  const grid = useRef<HTMLTableElement>(null)
  const isGridActive = useRef(true)
  const today = format.today()
  const [active, setActive] = useState(within(value || today, min, max))
  const firstDay = firstDayOfWeek(locale)
  const days = monthDays(active, firstDay)
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  const write = (options: Intl.DateTimeFormatOptions) => {
    const written = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    return (date: string): string => written.format(new Date(date))
  }
  const weekday = write({ weekday: 'long' })
  const shortWeekday = write({ weekday: 'narrow' })
  const fullDay = write({ dateStyle: 'full' })

  useEffect(() => {
    if (isGridActive.current)
      grid.current!.querySelector<HTMLElement>('[tabindex="0"]')!.focus({ preventScroll: true })
  }, [active])

  const isAllowed = (day: string): boolean => within(day, min, max) === day
  const onKeyDown = (event: KeyboardEvent): void => {
    const isRtl = getComputedStyle(grid.current!).direction === 'rtl'
    const next = dayAfterKey(event, active, firstDay, isRtl)
    if (next === null) return
    event.preventDefault()
    isGridActive.current = true
    setActive(within(next, min, max))
  }
  const step = (label: string, months: number, Icon: typeof ChevronLeft) => (
    <Button
      kind="ghost"
      isIcon
      aria-label={label}
      onClick={() => {
        isGridActive.current = false
        setActive(within(addMonths(active, months), min, max))
      }}
    >
      <Icon aria-hidden="true" className="mirrored" />
    </Button>
  )
  return (
    <div className={styles['calendar']}>
      <div className={styles['head']}>
        {step(text('date.previousYear'), -12, ChevronsLeft)}
        {step(text('date.previousMonth'), -1, ChevronLeft)}
        <span id={id} className={styles['month']} aria-live="polite">
          {format.month(active)}
        </span>
        {step(text('date.nextMonth'), 1, ChevronRight)}
        {step(text('date.nextYear'), 12, ChevronsRight)}
      </div>
      <table ref={grid} role="grid" aria-labelledby={id} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {days.slice(0, 7).map((day) => (
              <th key={day} scope="col" abbr={weekday(day)}>
                {shortWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} role="gridcell" aria-selected={day === value}>
                  <button
                    type="button"
                    tabIndex={day === active ? 0 : -1}
                    disabled={!isAllowed(day)}
                    aria-label={fullDay(day)}
                    aria-current={day === today ? 'date' : undefined}
                    className={classNames(
                      styles['day'],
                      day === value && styles['chosen'],
                      day === today && styles['today'],
                      day.slice(0, 7) !== active.slice(0, 7) && styles['other'],
                    )}
                    onClick={() => onPick(day)}
                  >
                    {format.dayOfMonth(day)}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles['foot']}>
        {isAllowed(today) && (
          <Button kind="ghost" onClick={() => onPick(today)}>
            {text('date.today')}
          </Button>
        )}
        {onClear && (
          <Button kind="ghost" onClick={onClear}>
            {text('action.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}
