import type { ReactNode } from 'react'
import { useText } from '../i18n/language.ts'
import { classNames } from './class-names.ts'
import styles from './figure.module.css'
import { SkeletonBar } from './skeleton.tsx'

/** A row of figures. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <div className={styles['figures']}>{children}</div>
)

type Props = {
  label: string
  /** The label, as a link to the list. */
  link?: ReactNode
  /** Undefined while it loads. */
  value: string | undefined
  hasFailed: boolean
  children?: ReactNode
}

/** A number with its label and comparison. */
export const Figure = ({ label, link = label, value, hasFailed, children }: Props) => {
  const text = useText()
  return (
    <section className={styles['figure']} aria-label={label}>
      <span className={styles['label']}>{link}</span>
      {value !== undefined ? (
        <span className={styles['value']}>{value}</span>
      ) : hasFailed ? (
        <span className={styles['note']}>{text('state.failed')}</span>
      ) : (
        <SkeletonBar width="50%" />
      )}
      {value !== undefined && children}
    </section>
  )
}

/** A line below a figure. */
export const FigureNote = ({ children }: { children: ReactNode }) => (
  <span className={styles['note']}>{children}</span>
)

type ChangeProps = {
  /** The change as a share; negative for less. */
  change: number
  percent: string
  /** Whether a lower value is better, as for expenses. */
  isCost?: boolean
}

/** The amount by which a figure rose or fell. */
export const Change = ({ change, percent, isCost = false }: ChangeProps) => (
  <span className={classNames(change < 0 === isCost ? styles['up'] : styles['down'])}>
    {change < 0 ? '▼' : '▲'} {percent}
  </span>
)
