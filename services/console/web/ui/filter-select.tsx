import { X } from 'lucide-react'
import { useText } from '../i18n/language.ts'
import { classNames } from './class-names.ts'
import type { Choice } from './field.tsx'
import styles from './filter-select.module.css'

type Props = {
  label: string
  value: string
  /** The choice that removes the filter. */
  all?: string
  choices: readonly Choice[]
  onChange: (value: string) => void
}

/** A filter as a chip: shows its label until a value is chosen. */
export const FilterSelect = ({ label, value, all, choices, onChange }: Props) => (
  <span className={classNames(styles['chip'], value !== '' && styles['set'])}>
    <span aria-hidden="true">
      {value === '' ? `+ ${label}` : choices.find((choice) => choice.value === value)?.label}
    </span>
    <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {all !== undefined && <option value="">{all}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  </span>
)

/** A toggle filter as a chip. */
export const FilterToggle = ({
  label,
  isOn,
  onChange,
}: {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}) => (
  <button
    type="button"
    aria-pressed={isOn}
    className={classNames(styles['chip'], isOn && styles['set'])}
    onClick={() => onChange(!isOn)}
  >
    {label}
  </button>
)

/** A filter that is chosen in a dialog, as a chip. */
export const FilterButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" aria-haspopup="dialog" className={styles['chip']} onClick={onClick}>
    <span aria-hidden="true">+&nbsp;</span>
    <span>{label}</span>
  </button>
)

type ChipProps = {
  label: string
  onRemove?: (() => void) | undefined
  /** Lets people choose again; `name` says what is filtered. */
  onOpen?: () => void
  name?: string
}

/** An active filter, as a chip. */
export const FilterChip = ({ label, onRemove, onOpen, name }: ChipProps) => {
  const text = useText()
  return (
    <span className={classNames(styles['chip'], styles['set'], onRemove && styles['removable'])}>
      {onOpen ? (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={name && `${name}: ${label}`}
          className={styles['label']}
          onClick={onOpen}
        >
          {label}
        </button>
      ) : (
        <span>{label}</span>
      )}
      {onRemove && (
        <button
          type="button"
          className={styles['remove']}
          aria-label={text('action.removeFilter', { label })}
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
