import { Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/language.ts'
import styles from './search-field.module.css'

type Props = { label: string; value: string; onChange: (value: string) => void }

const pauseMs = 200

/** A search input. It reports what was typed after a short pause. */
export const SearchField = ({ label, value, onChange }: Props) => {
  const text = useText()
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === value) return undefined
    const timer = setTimeout(() => onChange(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <div className={styles['search']} role="search">
      <Search aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return
          event.preventDefault()
          setTyped('')
          onChange('')
        }}
      />
      {typed !== '' && (
        <button
          type="button"
          className={styles['clear']}
          aria-label={text('action.clear')}
          onClick={() => {
            setTyped('')
            onChange('')
          }}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
