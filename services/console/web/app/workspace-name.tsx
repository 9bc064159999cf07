import { useText } from '../i18n/language.ts'
import { initialsOf } from '../ui/avatar.rules.ts'
import { useOwnSubscription } from './own-subscription.ts'
import { useMember } from './session.ts'
import styles from './shell.module.css'

/** The workspace's name, and its plan for users who may see it. */
export const WorkspaceName = () => {
  const text = useText()
  const { workspace, account } = useMember()
  const { data: subscription } = useOwnSubscription(workspace !== null && account.role === 'owner')
  const name = workspace?.business.displayName ?? workspace?.name ?? workspace?.email ?? text('role.admin')
  return (
    <div className={styles['workspace']}>
      <span className={styles['mark']} aria-hidden="true">
        {Array.from(initialsOf(name))[0]}
      </span>
      <span className={styles['names']}>
        <span className={styles['name']}>{name}</span>
        {subscription && (
          <span className={styles['plan']}>
            {subscription.isActive ? text('plan.name', { plan: subscription.plan.name }) : text('plan.ended')}
          </span>
        )}
      </span>
    </div>
  )
}
