import { useId } from 'react'
import styles from './segmented.module.css'

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A choice between a few values that are all visible. */
export const Segmented = <Value extends string>({ label, value, options, onChange }: Props<Value>) => {
  const name = useId()
  return (
    <div className={styles['segmented']} data-scrolls role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles['option']}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
