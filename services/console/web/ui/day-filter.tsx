import { useText } from '../i18n/language.ts'
import styles from './day-filter.module.css'

type Props = {
  from: string | undefined
  to: string | undefined
  onChange: (days: { from?: string; to?: string }) => void
}

/** Filters a list by day. */
export const DayFilter = ({ from = '', to = '', onChange }: Props) => {
  const text = useText()
  return (
    <span className={styles['days']}>
      <label>
        {text('filter.from')}
        <input
          type="date"
          value={from}
          max={to || undefined}
          onChange={({ target }) => onChange({ from: target.value })}
        />
      </label>
      <label>
        {text('filter.to')}
        <input
          type="date"
          value={to}
          min={from || undefined}
          onChange={({ target }) => onChange({ to: target.value })}
        />
      </label>
    </span>
  )
}
