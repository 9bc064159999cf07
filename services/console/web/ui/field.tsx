import { useId, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { useText } from '../i18n/language.ts'
import { inLatinDigits } from '../i18n/number.rules.ts'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

export type Shared = {
  label: string
  hint?: ReactNode
  /** A predicate such as “is required”, shown under the field. */
  error?: string | undefined
  /** Shown as optional. Fields are required unless marked as optional. */
  isOptional?: boolean
}

type FrameProps = Shared & { children: (ids: Ids) => ReactNode }
type Ids = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** The label, hint and error around an input. */
export const Frame = ({ label, hint, error, isOptional, children }: FrameProps) => {
  const text = useText()
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
        {isOptional && <span className={styles['optional']}>{text('form.optional')}</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <div id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </div>
      )}
      {error && (
        <div id={`${id}-error`} className={styles['error']}>
          {error}
        </div>
      )}
    </div>
  )
}

/** Emails, phone numbers and codes are written from left to right in every language. */
const isLeftToRight = (type: string | undefined): boolean =>
  ['email', 'tel', 'url', 'password', 'number'].includes(type ?? '')

type InputProps = Shared & Omit<ComponentProps<'input'>, 'id'>

/** Phone numbers and codes are sent as they were typed, so their digits are converted while typing. */
const convertDigits = (input: HTMLInputElement): void => {
  const latin = inLatinDigits(input.value)
  if (latin === input.value) return
  const caret = input.selectionStart
  input.value = latin
  input.setSelectionRange(caret, caret)
}

/** A text input with its label, hint and error. */
export const TextField = ({ label, hint, error, isOptional, onChange, ...input }: InputProps) => (
  <Frame {...{ label, hint, error }} {...(isOptional && { isOptional })}>
    {(ids) => (
      <input
        {...input}
        {...ids}
        onChange={(event) => {
          if (input.type === 'tel') convertDigits(event.target)
          onChange?.(event)
        }}
        className={classNames(styles['control'], isLeftToRight(input.type) && styles['ltr'])}
      />
    )}
  </Frame>
)

/** A password input whose content can be shown. */
export const PasswordField = ({ label, hint, error, ...input }: Omit<InputProps, 'type' | 'isOptional'>) => {
  const text = useText()
  const [isShown, setShown] = useState(false)
  return (
    <Frame {...{ label, hint, error }}>
      {(ids) => (
        <div className={styles['wrap']}>
          <input
            {...input}
            {...ids}
            type={isShown ? 'text' : 'password'}
            className={classNames(styles['control'], styles['ltr'])}
            spellCheck={false}
            autoCapitalize="none"
          />
          <button
            type="button"
            className={styles['reveal']}
            aria-pressed={isShown}
            aria-controls={ids.id}
            onClick={() => setShown(!isShown)}
          >
            {text(isShown ? 'action.hide' : 'action.show')}
          </button>
        </div>
      )}
    </Frame>
  )
}

/** A text input with several lines. */
export const TextArea = ({
  label,
  hint,
  error,
  isOptional,
  ...input
}: Shared & Omit<ComponentProps<'textarea'>, 'id'>) => (
  <Frame {...{ label, hint, error }} {...(isOptional && { isOptional })}>
    {(ids) => <textarea {...input} {...ids} className={styles['control']} />}
  </Frame>
)

export type Choice = { value: string; label: string }

/** The longest label, in characters, that fits into the narrowest column of a row of fields. */
const longestInRow = 15

/** The browser's own list of choices, which works by keyboard and touch everywhere. */
export const Select = ({
  label,
  hint,
  error,
  isOptional,
  choices,
  ...input
}: Shared & Omit<ComponentProps<'select'>, 'id' | 'children'> & { choices: readonly Choice[] }) => (
  <Frame {...{ label, hint, error }} {...(isOptional && { isOptional })}>
    {(ids) => (
      <select
        {...input}
        {...ids}
        className={styles['control']}
        data-long={choices.some(({ label: shown }) => shown.length > longestInRow) || undefined}
      >
        {choices.map(({ value, label: shown }) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </select>
    )}
  </Frame>
)

/** A check box with its label beside it. */
export const Checkbox = ({ label, ...input }: { label: string } & Omit<ComponentProps<'input'>, 'type'>) => (
  <label className={styles['check']}>
    <input {...input} type="checkbox" />
    <span>{label}</span>
  </label>
)
