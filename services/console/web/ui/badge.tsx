import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad'

/** A status in a word or two, with a dot in its color. It must never be cut off (`data-whole`). */
export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span data-whole className={classNames(styles['badge'], tone !== 'neutral' && styles[tone])}>
    {children}
  </span>
)
