import { useQuery } from '@tanstack/react-query'
import { adminBilling } from '@workspace-platform/client/admin-billing'
import { useText } from '../i18n/language.ts'
import { initialsOf } from '../ui/avatar.rules.ts'
import { platform, useMember } from './session.ts'
import styles from './shell.module.css'

const { getOwnSubscription } = platform.use(adminBilling)

/** The workspace's name, and its plan for users who may see it. */
export const WorkspaceName = () => {
  const text = useText()
  const { workspace, account } = useMember()
  const { data } = useQuery({
    queryKey: ['subscription'],
    queryFn: () => getOwnSubscription(),
    enabled: workspace !== null && account.role === 'owner',
    staleTime: 10 * 60_000,
  })
  const name = workspace?.business.displayName ?? workspace?.name ?? workspace?.email ?? text('role.admin')
  const subscription = data?.subscription
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
