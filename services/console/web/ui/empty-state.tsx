import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './empty-state.module.css'

type Props = {
  icon?: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
  isCompact?: boolean
  /** It is all that the page shows; its title is the title of the page. */
  isPage?: boolean
}

/** Explains why a list or page is empty and what to do first. */
export const EmptyState = ({ icon: Icon, title, children, action, isCompact, isPage }: Props) => (
  <div className={classNames(styles['empty'], isCompact && styles['compact'], isPage && styles['page'])}>
    {Icon && (
      <span className={styles['icon']} aria-hidden="true">
        <Icon />
      </span>
    )}
    {isPage ? <h1 tabIndex={-1}>{title}</h1> : <p className={styles['title']}>{title}</p>}
    {children && <p className={styles['text']}>{children}</p>}
    {action && <div className={styles['action']}>{action}</div>}
  </div>
)
