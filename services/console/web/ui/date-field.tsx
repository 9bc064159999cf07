import { lazy, Suspense, useState } from 'react'
import type { ComponentType } from 'react'
import { addTexts } from '../i18n/language.ts'
import type { TextLoader } from '../i18n/language.ts'
import type { Kind } from './date-field.rules.ts'
import type { SegmentProps } from './date-segments.tsx'
import { Frame } from './field.tsx'
import type { Shared } from './field.tsx'
import field from './field.module.css'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./dates.ar.json') : import('./dates.en.json')

const inputTypes: Record<Kind, string> = { date: 'date', time: 'time', datetime: 'datetime-local' }

/** The browser's own input, which needs no script. Its values have the same form. */
const PlainInput = ({
  kind,
  label,
  value,
  onChange,
  name,
  min,
  max,
  disabled,
  autoFocus,
  id,
}: SegmentProps) => (
  <input
    {...{ value, onChange, name, min, max, disabled, autoFocus, id }}
    type={inputTypes[kind]}
    aria-label={label}
    className={field['control']}
  />
)

const loadSegments = () =>
  lazy(async (): Promise<{ default: ComponentType<SegmentProps> }> => {
    try {
      const [segments] = await Promise.all([import('./date-segments.tsx'), addTexts(loadTexts)])
      return segments
    } catch {
      // The next field that a page shows tries again.
      Segments = loadSegments()
      return { default: PlainInput }
    }
  })

let Segments = loadSegments()

/**
 * Inputs for a date or time without a visible label. They are loaded when a page shows the first of them; while they
 * cannot be loaded, the browser's own inputs are shown.
 */
export const DateSegments = (props: SegmentProps) => {
  const [Loaded] = useState(() => Segments)
  return (
    <Suspense fallback={<div className={field['control']} />}>
      <Loaded {...props} />
    </Suspense>
  )
}

type FieldProps = Omit<SegmentProps, 'kind' | 'id' | 'isCompact'> & Shared

const fieldOf =
  (kind: Kind) =>
  ({ label, hint, error, isOptional, ...input }: FieldProps) => (
    <Frame {...{ label, hint, error }} {...(isOptional && { isOptional })}>
      {(ids) => <DateSegments {...input} {...ids} kind={kind} label={label} isOptional={isOptional} />}
    </Frame>
  )

/** A calendar date, `YYYY-MM-DD`. */
export const DateField = fieldOf('date')

/** A time of day, `HH:MM`. */
export const TimeField = fieldOf('time')

/** A date with a time of day, `YYYY-MM-DDTHH:MM`. */
export const DateTimeField = fieldOf('datetime')
