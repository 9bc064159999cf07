import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/language.ts'
import { classNames } from './class-names.ts'
import styles from './page.module.css'

type Props = {
  title: string
  /** A number or word beside the title. */
  count?: ReactNode
  /** Content before the title, such as a back link. */
  before?: ReactNode
  actions?: ReactNode
  /** Switches and less important actions, which are on a separate line on phones. */
  secondary?: ReactNode
  toolbar?: ReactNode
  children: ReactNode
}

/**
 * A page: title, one primary action, filters and content. Content that scrolls on its own needs no
 * `PageContent`.
 */
export const Page = ({ title, count, before, actions, secondary, toolbar, children }: Props) => {
  const text = useText()
  useEffect(() => {
    document.title = `${title} • ${text('app.title')}`
  }, [title, text])
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        {before}
        <h1 tabIndex={-1}>{title}</h1>
        {count !== undefined && <span className={styles['count']}>{count}</span>}
        <span className={styles['grow']} />
        {secondary && <div className={styles['secondary']}>{secondary}</div>}
        {actions}
      </header>
      {toolbar && <div className={styles['toolbar']}>{toolbar}</div>}
      {children}
    </div>
  )
}

/** The part of a page that scrolls. */
export const PageContent = ({ isNarrow = false, children }: { isNarrow?: boolean; children: ReactNode }) => (
  <div className={styles['content']}>
    <div className={classNames(styles['stack'], isNarrow && styles['narrow'])}>{children}</div>
  </div>
)

/** A page with a side panel beside it. */
export const Split = ({ children }: { children: ReactNode }) => (
  <div className={styles['split']}>{children}</div>
)

/** Two columns, stacked where space is limited: one of them narrow, or both about equally wide. */
export const Columns = ({ narrow, children }: { narrow?: 'start' | 'end'; children: ReactNode }) => (
  <div className={classNames(styles['columns'], narrow && styles[narrow])}>{children}</div>
)

/** The cards of one column. */
export const Stack = ({ children }: { children: ReactNode }) => (
  <div className={styles['stack']}>{children}</div>
)
