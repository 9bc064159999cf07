import { Search, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useText } from '../i18n/language.ts'
import { receive } from './search-field.rules.ts'
import styles from './search-field.module.css'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  /**
   * Called immediately with the typed text; the field is cleared if it returns true. Scanners end a code with
   * Enter.
   */
  onEnter?: (typed: string) => boolean
  autoFocus?: boolean
}

const pauseMs = 200

/** A search input. Reports the typed text after a short pause. */
export const SearchField = ({ label, value, onChange, onEnter, autoFocus = false }: Props) => {
  const text = useText()
  const [typing, setTyping] = useState({ typed: value, known: value })
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setTyping(receive(typing, value))
  }
  const { typed } = typing
  const report = useCallback(
    (next: string): void => {
      setTyping({ typed: next, known: next })
      onChange(next)
    },
    [onChange],
  )
  useEffect(() => {
    if (typed === value) return undefined
    const timer = setTimeout(() => report(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, value, report])
  const clear = (): void => report('')
  return (
    <div className={styles['search']} role="search">
      <Search aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyping({ ...typing, typed: event.target.value })}
        autoFocus={autoFocus}
        onKeyDown={(event) => {
          if (typed === '') return
          if (event.key === 'Enter' ? !onEnter?.(typed) : event.key !== 'Escape') return
          event.preventDefault()
          clear()
        }}
      />
      {typed !== '' && (
        <button type="button" className={styles['clear']} aria-label={text('action.clear')} onClick={clear}>
          <X aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
