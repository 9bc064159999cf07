import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './card.module.css'

/** A titled section with a border. */
export const Card = ({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children?: ReactNode
}) => {
  const id = useId()
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      <div className={styles['body']}>{children}</div>
    </section>
  )
}
