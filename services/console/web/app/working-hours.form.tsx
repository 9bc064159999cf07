import type { WorkingHours } from '@workspace-platform/client/identity'
import { Plus, X } from 'lucide-react'
import { useLanguage, useText } from '../i18n/language.ts'
import { firstDayOfWeek } from '../i18n/week.rules.ts'
import type { Weekday } from '../i18n/week.rules.ts'
import { Button } from '../ui/button.tsx'
import { DateSegments } from '../ui/date-field.tsx'
import { Checkbox } from '../ui/field.tsx'
import { Form, SaveActions } from '../ui/form.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { useForm } from '../ui/use-form.ts'
import { UnsavedChanges } from './unsaved-changes.tsx'
import styles from './working-hours.module.css'
import {
  dayProblem,
  parseDay,
  toDayText,
  toDayTexts,
  toWorkingHours,
  weekFrom,
  withInterval,
} from './working-hours.rules.ts'
import type { DayTexts } from './working-hours.rules.ts'

type Props = {
  label: string
  /** Null when no hours are set, which has different meanings for a workspace and a staff member. */
  hours: WorkingHours | null
  /** The labels for no hours, for what that means, for hours, and for a day without hours. */
  words: { none: string; noneText: string; own: string; off: string }
  onSave: (hours: WorkingHours | null) => Promise<void>
  onSaved?: () => void
  onCancel?: () => void
}

/** Edits the hours of a week. */
export const WorkingHoursForm = ({ label, hours, words, onSave, onSaved, onCancel }: Props) => {
  const text = useText()
  const { locale } = useLanguage()
  const days = weekFrom(firstDayOfWeek(locale))
  const form = useForm<DayTexts & { mode: string }>({
    initial: { ...toDayTexts(hours), mode: hours ? 'own' : 'none' },
    paths: Object.fromEntries(days.map((day) => [`workingHours.${day}`, day])),
    check: (values) =>
      Object.fromEntries(
        days.flatMap((day) => {
          const problem = values.mode === 'own' ? dayProblem(values[day]) : null
          return problem ? [[day, text(`hoursProblem.${problem}`)]] : []
        }),
      ),
    submit: ({ mode, ...texts }) => onSave(mode === 'own' ? toWorkingHours(texts) : null),
    onSaved,
  })
  return (
    <Form form={form} label={label}>
      <UnsavedChanges isDirty={form.isDirty} />
      <div>
        <Segmented
          label={label}
          value={form.values.mode}
          options={[
            { value: 'none', label: words.none },
            { value: 'own', label: words.own },
          ]}
          onChange={(mode) => form.change('mode', mode)}
        />
      </div>
      {form.values.mode === 'none' ? (
        <p className={styles['hint']}>{words.noneText}</p>
      ) : (
        <div className={styles['week']}>
          {days.map((day, index) => (
            <DayRow
              key={day}
              day={day}
              value={form.values[day]}
              error={form.field(day).error}
              off={words.off}
              onChange={(value) => form.change(day, value)}
              {...(index === 0 && {
                onCopy: () => {
                  for (const other of days) form.change(other, form.values[day])
                },
              })}
            />
          ))}
        </div>
      )}
      <SaveActions isBusy={form.isBusy} onCancel={onCancel} />
    </Form>
  )
}

type DayProps = {
  day: Weekday
  value: string
  error: string | undefined
  off: string
  onChange: (value: string) => void
  onCopy?: () => void
}

const DayRow = ({ day, value, error, off, onChange, onCopy }: DayProps) => {
  const text = useText()
  const name = text(`weekday.${day}`)
  const intervals = parseDay(value)
  const change = (index: number, part: 'start' | 'end', time: string): void =>
    onChange(toDayText(intervals.map((each, at) => (at === index ? { ...each, [part]: time } : each))))
  const timeInput = (index: number, part: 'start' | 'end') => (
    <DateSegments
      kind="time"
      isCompact
      label={text(part === 'start' ? 'hours.from' : 'hours.to', { day: name })}
      aria-invalid={error ? true : undefined}
      value={intervals[index]![part]}
      onChange={(event) => change(index, part, event.target.value)}
    />
  )
  return (
    <div className={styles['day']} role="group" aria-label={name}>
      <Checkbox
        label={name}
        checked={intervals.length > 0}
        onChange={(event) => onChange(event.target.checked ? withInterval('') : '')}
      />
      <div className={styles['intervals']}>
        {intervals.length === 0 && <span className={styles['hint']}>{off}</span>}
        {intervals.map((_, index) => (
          // The intervals of a day are identified only by their position.
          <div key={index} className={styles['interval']}>
            {timeInput(index, 'start')}
            <span aria-hidden="true">–</span>
            {timeInput(index, 'end')}
            {intervals.length > 1 && (
              <Button
                kind="ghost"
                isIcon
                aria-label={text('hours.removeInterval', { day: name })}
                onClick={() => onChange(toDayText(intervals.filter((_each, at) => at !== index)))}
              >
                <X aria-hidden="true" />
              </Button>
            )}
            {index === intervals.length - 1 && (
              <Button
                kind="ghost"
                isIcon
                aria-label={text('hours.addInterval', { day: name })}
                onClick={() => onChange(withInterval(value))}
              >
                <Plus aria-hidden="true" />
              </Button>
            )}
          </div>
        ))}
        {error && <div className={styles['error']}>{error}</div>}
        {onCopy && (
          <Button kind="ghost" onClick={onCopy}>
            {text('hours.copy')}
          </Button>
        )}
      </div>
    </div>
  )
}
