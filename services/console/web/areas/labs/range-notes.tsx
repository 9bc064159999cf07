import { Plus, X } from 'lucide-react'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import field from '../../ui/field.module.css'
import styles from './labs.module.css'
import type { RangeNote } from './range.rules.ts'

export const conditions = ['>=', '<=', '=', '>', '<'] as const
export const conditionSigns: Record<(typeof conditions)[number], string> = {
  '>=': '≥',
  '<=': '≤',
  '=': '=',
  '>': '>',
  '<': '<',
}

type Props = { notes: RangeNote[]; error: string | undefined; onChange: (notes: RangeNote[]) => void }

/** Notes that are added to results that meet a condition. */
export const RangeNotes = ({ notes, error, onChange }: Props) => {
  const text = useText()
  const change = (index: number, changes: Partial<RangeNote>): void =>
    onChange(notes.map((note, at) => (at === index ? { ...note, ...changes } : note)))
  return (
    <fieldset className={styles['lines']}>
      <legend className={field['label']}>
        {text('labs.resultNotes')}
        <span className={field['optional']}>{text('form.optional')}</span>
      </legend>
      {notes.map(({ condition, value, note }, index) => (
        <div key={index} className={styles['noteLine']}>
          <select
            className={field['control']}
            aria-label={text('labs.condition')}
            value={condition}
            onChange={({ target }) => change(index, { condition: target.value as RangeNote['condition'] })}
          >
            {conditions.map((each) => (
              <option key={each} value={each}>
                {conditionSigns[each]}
              </option>
            ))}
          </select>
          <input
            className={field['control']}
            inputMode="decimal"
            dir="ltr"
            aria-label={text('labs.conditionValue')}
            aria-invalid={error ? true : undefined}
            value={value}
            onChange={({ target }) => change(index, { value: target.value })}
          />
          <input
            className={field['control']}
            dir="auto"
            maxLength={2000}
            aria-label={text('labs.note')}
            placeholder={text('labs.note')}
            value={note}
            onChange={({ target }) => change(index, { note: target.value })}
          />
          <Button
            kind="ghost"
            isIcon
            aria-label={text('labs.removeNote')}
            onClick={() => onChange(notes.filter((_, at) => at !== index))}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      {error && <div className={field['error']}>{error}</div>}
      <div>
        <Button onClick={() => onChange([...notes, { condition: '>', value: '', note: '' }])}>
          <Plus aria-hidden="true" />
          {text('labs.addNote')}
        </Button>
      </div>
    </fieldset>
  )
}
