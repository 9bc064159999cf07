import type { ReactNode } from 'react'
import styles from './simple-list.module.css'

/** A short list whose items have a title, a detail and something at the end. */
export const SimpleList = ({ children }: { children: ReactNode }) => (
  <ul className={styles['list']}>{children}</ul>
)

type ItemProps = { start?: ReactNode; title: ReactNode; detail?: ReactNode; end?: ReactNode }

export const SimpleItem = ({ start, title, detail, end }: ItemProps) => (
  <li className={styles['item']}>
    {start && <div className={styles['start']}>{start}</div>}
    <div className={styles['main']}>
      <div className={styles['title']}>{title}</div>
      {detail && <div className={styles['detail']}>{detail}</div>}
    </div>
    {end && <div className={styles['end']}>{end}</div>}
  </li>
)
