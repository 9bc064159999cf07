import type { ReactNode } from 'react'
import styles from './tabs.module.css'

/** Links to the lists of an area. The current one has `aria-current="page"`. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={styles['tabs']} data-scrolls aria-label={label}>
    {children}
  </nav>
)
