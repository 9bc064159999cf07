import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import { classNames } from './class-names.ts'
import styles from './notice.module.css'

const icons = { neutral: Info, accent: Info, ok: CircleCheck, warn: CircleAlert, bad: CircleAlert }

/**
 * A message in the page. Screen readers announce problems immediately and other messages at the next pause.
 */
export const Notice = ({
  tone = 'neutral',
  children,
  reference,
}: {
  tone?: Tone
  children: ReactNode
  reference?: string | null
}) => {
  const Icon = icons[tone]
  return (
    <div
      className={classNames(styles['notice'], tone !== 'neutral' && styles[tone])}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <Icon aria-hidden="true" />
      <div className={styles['text']}>
        {children}
        {reference && <span className={styles['reference']}>{reference}</span>}
      </div>
    </div>
  )
}
