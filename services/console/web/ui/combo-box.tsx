import { useId, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './combo-box.module.css'
import { Frame } from './field.tsx'
import field from './field.module.css'

export type ComboOption = { id: string; label: string; detail?: string; icon?: ReactNode }

type Props = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean
  /** The typed text; the caller looks up the options for it. */
  query: string
  onQuery: (query: string) => void
  options: readonly ComboOption[]
  onPick: (option: ComboOption) => void
  /** Shown in place of options: nothing was found, or loading. */
  note?: string
  placeholder?: string
  autoFocus?: boolean
  name?: string
}

/**
 * A text input with a list of matching options. Up and down choose one, Enter picks it, Escape closes the list. Enter
 * without an open list submits the form around it.
 */
export const ComboBox = (props: Props) => {
  const { label, hint, error, isOptional, query, onQuery, options, onPick, note, ...input } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const current = isOpen ? options[Math.min(active, options.length - 1)] : undefined
  const isShown = isOpen && (options.length > 0 || note !== undefined)
  const pick = (option: ComboOption): void => {
    setOpen(false)
    setActive(0)
    onPick(option)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const count = Math.max(1, options.length)
    if (event.key === 'ArrowDown') {
      setOpen(true)
      setActive(isOpen ? (active + 1) % count : 0)
    } else if (event.key === 'ArrowUp') setActive((active + count - 1) % count)
    else if (event.key === 'Enter' && isShown) {
      if (current) pick(current)
    } else if (event.key === 'Escape' && isShown) setOpen(false)
    else return
    event.preventDefault()
  }
  return (
    <Frame {...{ label, hint, error }} {...(isOptional && { isOptional })}>
      {(ids) => (
        <div className={styles['wrap']} onBlur={() => setOpen(false)}>
          <input
            {...ids}
            {...input}
            className={field['control']}
            role="combobox"
            autoComplete="off"
            aria-expanded={isShown}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={isShown && current ? `${id}-${current.id}` : undefined}
            value={query}
            onChange={(event) => {
              onQuery(event.target.value)
              setOpen(true)
              setActive(0)
            }}
            onClick={() => setOpen(true)}
            onKeyDown={onKeyDown}
          />
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label={label}
            className={styles['list']}
            hidden={!isShown}
            // The input keeps the focus while an option is clicked.
            onMouseDown={(event) => event.preventDefault()}
          >
            {options.map((option, index) => (
              <div
                key={option.id}
                id={`${id}-${option.id}`}
                role="option"
                aria-selected={option === current}
                className={styles['option']}
                ref={(element) => {
                  if (option === current) element?.scrollIntoView({ block: 'nearest' })
                }}
                onMouseMove={() => setActive(index)}
                onClick={() => pick(option)}
              >
                {option.icon}
                <span className={styles['label']}>{option.label}</span>
                {option.detail && (
                  <bdi className={styles['detail']} dir="auto">
                    {option.detail}
                  </bdi>
                )}
              </div>
            ))}
            {options.length === 0 && note !== undefined && (
              <div
                className={classNames(styles['option'], styles['note'])}
                role="option"
                aria-disabled="true"
                aria-selected="false"
              >
                {note}
              </div>
            )}
          </div>
        </div>
      )}
    </Frame>
  )
}

/** Picked options that can be removed. */
export const Picked = ({
  items,
  removeLabel,
  onRemove,
}: {
  items: readonly { id: string; label: string; detail?: string }[]
  removeLabel: (label: string) => string
  onRemove: (id: string) => void
}) =>
  items.length === 0 ? null : (
    <ul className={styles['picked']}>
      {items.map(({ id, label, detail }) => (
        <li key={id}>
          <span>{label}</span>
          {detail && <span className={styles['detail']}>{detail}</span>}
          <button type="button" aria-label={removeLabel(label)} onClick={() => onRemove(id)}>
            ×
          </button>
        </li>
      ))}
    </ul>
  )
