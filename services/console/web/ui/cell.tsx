import type { ReactNode } from 'react'
import styles from './cell.module.css'

/** The main text of a table row. */
export const RowName = ({ children }: { children: ReactNode }) => <b className={styles['name']}>{children}</b>

/** A secondary text of a row, or a dash for a missing value. */
export const Quiet = ({ children = '–' }: { children?: ReactNode }) => (
  <span className={styles['quiet']}>{children}</span>
)

/** Machine-readable text, which is truncated at its end in every language. */
export const Code = ({ children }: { children: string }) => (
  <span dir="ltr" className={styles['whole']}>
    {children}
  </span>
)

/** User-written text, which is truncated at its end according to its own direction. */
export const Written = ({ children }: { children: string }) => (
  <span dir="auto" className={styles['written']}>
    {children}
  </span>
)
