import { useId } from 'react'
import { useText } from '../i18n/language.ts'
import styles from './check-list.module.css'
import { Checkbox } from './field.tsx'
import type { Choice, Shared } from './field.tsx'

type Props = Shared & {
  choices: readonly Choice[]
  values: readonly string[]
  onChange: (values: string[]) => void
  /** Shows the boxes below each other, for long labels. */
  isStacked?: boolean
}

/** Returns the chosen values in the order of the choices; values that are not offered are kept. */
const changed = (
  choices: readonly Choice[],
  values: readonly string[],
  clicked: string,
  isChecked: boolean,
): string[] => {
  const offered = choices.map(({ value }) => value)
  return [
    ...values.filter((value) => !offered.includes(value)),
    ...offered.filter((value) => (value === clicked ? isChecked : values.includes(value))),
  ]
}

/** A choice of any number of values. */
export const CheckList = ({
  label,
  hint,
  error,
  isOptional,
  choices,
  values,
  onChange,
  isStacked = false,
}: Props) => {
  const text = useText()
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset className={styles['list']} aria-describedby={describedBy || undefined}>
      <legend className={styles['label']}>
        {label}
        {isOptional && <span className={styles['optional']}>{text('form.optional')}</span>}
      </legend>
      {hint && (
        <div id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </div>
      )}
      <div className={isStacked ? styles['stacked'] : styles['choices']}>
        {choices.map((choice, index) => (
          <Checkbox
            key={choice.value}
            label={choice.label}
            checked={values.includes(choice.value)}
            aria-invalid={error && index === 0 ? true : undefined}
            onChange={(event) => onChange(changed(choices, values, choice.value, event.target.checked))}
          />
        ))}
      </div>
      {error && (
        <div id={`${id}-error`} className={styles['error']}>
          {error}
        </div>
      )}
    </fieldset>
  )
}
