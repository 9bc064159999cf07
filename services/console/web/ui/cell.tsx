import type { ReactNode } from 'react'
import styles from './cell.module.css'

/** The text that people look for in a table. */
export const RowName = ({ children }: { children: ReactNode }) => <b className={styles['name']}>{children}</b>

/** A less important text of a row, or a dash for a missing value. */
export const Quiet = ({ children = '–' }: { children?: ReactNode }) => (
  <span className={styles['quiet']}>{children}</span>
)

/** A text of programs, which is cut at its end in every language. */
export const Code = ({ children }: { children: string }) => (
  <span dir="ltr" className={styles['whole']}>
    {children}
  </span>
)

/** A text that people wrote, which is cut at its end in its own language. */
export const Written = ({ children }: { children: string }) => (
  <span dir="auto" className={styles['whole']}>
    {children}
  </span>
)
