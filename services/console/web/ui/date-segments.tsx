import { useRef, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useFormat } from '../i18n/format.ts'
import { useLanguage, useText } from '../i18n/language.ts'
import { oncePerKey } from '../i18n/once-per-key.ts'
import { CalendarButton } from './calendar-button.tsx'
import { classNames } from './class-names.ts'
import {
  datePartsOf,
  isIncomplete,
  limitsOf,
  padded,
  pasted,
  stepped,
  toTyped,
  toValue,
  typedInto,
} from './date-field.rules.ts'
import type { Kind, Part, Typed, Unit } from './date-field.rules.ts'
import styles from './date-field.module.css'

export type SegmentProps = {
  kind: Kind
  /** The accessible name. */
  label: string
  /** `YYYY-MM-DD`, `HH:MM`, both with a `T` between them, or empty. */
  value: string
  onChange: (event: { target: { value: string } }) => void
  name?: string
  /** The first and last date that can be chosen. */
  min?: string | undefined
  max?: string | undefined
  isOptional?: boolean | undefined
  isCompact?: boolean
  disabled?: boolean
  autoFocus?: boolean
  id?: string
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
}

const unitNames = oncePerKey((locale) => new Intl.DisplayNames(locale, { type: 'dateTimeField' }))

const timeParts: Part[] = [{ unit: 'hour' }, { literal: ':' }, { unit: 'minute' }]

/** Inputs for the units of a date or time in the locale's order and digits; dates also have a calendar. */
const DateSegments = (props: SegmentProps) => {
  const {
    kind,
    label,
    value,
    onChange,
    name,
    min,
    max,
    isOptional = false,
    isCompact,
    disabled,
    ...first
  } = props
  const { id, autoFocus, ...shared } = first
  const text = useText()
  const format = useFormat()
  const { locale } = useLanguage()
  const group = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(() => toTyped(value))
  const [known, setKnown] = useState(value)
  const [typing, setTyping] = useState<Unit | null>(null)
  if (value !== known) {
    setKnown(value)
    setTyped(toTyped(value))
  }
  const change = (changed: Partial<Typed>): void => {
    const next = { ...typed, ...changed }
    const nextValue = toValue(next, kind)
    setTyped(next)
    setKnown(nextValue)
    if (nextValue !== value) onChange({ target: { value: nextValue } })
  }
  const pick = (date: string): void => {
    const { year, month, day } = toTyped(date)
    change({ year, month, day })
  }

  const dateParts = kind === 'time' ? [] : datePartsOf(locale)
  const shown = [...dateParts, ...(kind === 'date' ? [] : timeParts)].flatMap((part) =>
    'unit' in part ? [part.unit] : [],
  )
  const focusUnit = (index: number): void => group.current?.querySelectorAll('input')[index]?.focus()
  const day = value.slice(0, 10)
  const problem = isIncomplete(typed, kind)
    ? text('date.incomplete')
    : value && min && day < min
      ? text('date.notBefore', { date: format.fullDate(min) })
      : value && max && day > max
        ? text('date.notAfter', { date: format.fullDate(max) })
        : undefined

  const start = toTyped(`${format.today()}T09:00`)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, unit: Unit): void => {
    const index = shown.indexOf(unit)
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    if (event.altKey && event.key === 'ArrowDown') group.current?.querySelector('button')?.click()
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
      change({ [unit]: stepped(unit, typed[unit], start[unit], event.key === 'ArrowUp' ? 1 : -1) })
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
      focusUnit(index + ((event.key === 'ArrowRight') === isRtl ? -1 : 1))
    else if (event.key === 'Backspace' && typed[unit] === '') focusUnit(index - 1)
    else if (/^[/.,:\s-]$/.test(event.key)) {
      if (typed[unit] !== '') focusUnit(index + 1)
    } else return
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent): void => {
    const found = pasted(event.clipboardData.getData('text'), kind, shown)
    if (!found) return
    event.preventDefault()
    change(found)
  }
  const segment = (unit: Unit) => {
    const index = shown.indexOf(unit)
    const [lowest, highest] = limitsOf(unit)
    const digits = typed[unit]
    const isTime = unit === 'hour' || unit === 'minute'
    return (
      <input
        key={unit}
        {...shared}
        {...(index === 0 && { id, autoFocus })}
        className={styles[unit === 'year' ? 'year' : 'unit']}
        data-unit={unit}
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        disabled={disabled}
        placeholder={isTime ? '––' : text(`date.${unit}`)}
        aria-label={`${unitNames(locale).of(unit)}, ${label}`}
        aria-valuemin={lowest}
        aria-valuemax={highest}
        aria-valuenow={digits === '' ? undefined : Number(digits)}
        value={(unit === typing ? digits : padded(unit, digits)).replaceAll(/\d/g, (digit) =>
          format.number(Number(digit)),
        )}
        onFocus={(event) => event.currentTarget.select()}
        onClick={(event) => event.currentTarget.select()}
        onBlur={() => setTyping(null)}
        onChange={(event) => {
          const { digits: next, isFull } = typedInto(unit, event.target.value)
          change({ [unit]: next })
          setTyping(unit)
          if (isFull) focusUnit(index + 1)
        }}
        onKeyDown={(event) => onKeyDown(event, unit)}
        onPaste={onPaste}
      />
    )
  }
  const partOf = (part: Part, index: number) =>
    'unit' in part ? (
      segment(part.unit)
    ) : (
      <span key={index} aria-hidden="true" className={styles['literal']}>
        {part.literal}
      </span>
    )
  return (
    <div
      ref={group}
      role="group"
      aria-label={label}
      className={classNames(styles['segments'], isCompact && styles['compact'])}
      data-kind={kind}
      data-field={name}
      data-problem={problem}
      data-unfinished={isIncomplete(typed, kind) || undefined}
    >
      {dateParts.map(partOf)}
      {kind !== 'date' && (
        // Times are written from left to right in every language.
        <span dir="ltr" className={styles['time']}>
          {timeParts.map(partOf)}
        </span>
      )}
      {kind !== 'time' && !disabled && (
        <CalendarButton
          label={label}
          value={day}
          min={min}
          max={max}
          onPick={pick}
          onClear={isOptional ? () => change(toTyped('')) : undefined}
        />
      )}
    </div>
  )
}

export default DateSegments
