import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './share-bars.module.css'

type Item = { id: string; label: ReactNode; value: number; shown: string }

const hues = ['iris', 'teal', 'plum', 'orange', 'amber'] as const

/** Amounts with bars that show their share of the largest one. */
export const ShareBars = ({ items }: { items: readonly Item[] }) => {
  const largest = Math.max(1, ...items.map(({ value }) => value))
  return (
    <ul className={styles['bars']}>
      {items.map(({ id, label, value, shown }, index) => (
        <li key={id} className={styles['item']}>
          <span className={styles['label']}>{label}</span>
          <span className={styles['track']} aria-hidden="true">
            <span
              className={classNames(styles['bar'], styles[hues[index % hues.length]!])}
              style={{ inlineSize: `${Math.max(0, (value / largest) * 100)}%` }}
            />
          </span>
          <span className={styles['value']}>{shown}</span>
        </li>
      ))}
    </ul>
  )
}
