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
}

/** Explains why a list is empty and what to do first. */
export const EmptyState = ({ icon: Icon, title, children, action, isCompact = false }: Props) => (
  <div className={classNames(styles['empty'], isCompact && styles['compact'])}>
    {Icon && (
      <span className={styles['icon']} aria-hidden="true">
        <Icon />
      </span>
    )}
    <p className={styles['title']}>{title}</p>
    {children && <p className={styles['text']}>{children}</p>}
    {action && <div className={styles['action']}>{action}</div>}
  </div>
)
