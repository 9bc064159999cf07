import type { ReactNode } from 'react'
import styles from './gallery.module.css'

/** One or more components in the gallery. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles['section']}>
    <h2>{title}</h2>
    {children}
  </section>
)
