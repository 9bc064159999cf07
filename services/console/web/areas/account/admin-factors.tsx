import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useReauthentication } from '../../app/reauthentication.tsx'
import { identityCalls } from '../../app/session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './account.module.css'
import { reloadFactors } from './account.queries.ts'
import { TotpSetup } from './totp-setup.form.tsx'

/** The second factor of platform admins: an authenticator app. Operators can remove a lost one. */
export const AdminFactors = () => {
  const text = useText()
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['factors', 'admin'],
    queryFn: ({ signal }) => identityCalls.getAdminMfaStatus({ signal }),
    select: ({ methods }) => methods,
  })
  const { confirmed, dialog } = useReauthentication()
  const [isAdding, setAdding] = useState(false)
  return (
    <Card title={text('factors.title')}>
      {error && !data ? (
        <LoadFailure isCompact error={error} onRetry={() => void refetch()} />
      ) : isAdding ? (
        <TotpSetup
          isAdmin
          confirmed={confirmed}
          onDone={() => {
            setAdding(false)
            void reloadFactors()
          }}
          onCancel={() => setAdding(false)}
        />
      ) : !data ? (
        <Skeleton lines={3} />
      ) : (
        <div className={styles['stack']}>
          {data.length === 0 ? (
            <EmptyState isCompact icon={ShieldCheck} title={text('factors.none')}>
              {text('factors.noneText')}
            </EmptyState>
          ) : (
            <SimpleList>
              {data.map(({ id, confirmedAt, lastUsedAt }) => (
                <SimpleItem
                  key={id}
                  title={text('factors.totp')}
                  detail={
                    lastUsedAt
                      ? text('factors.lastUsed', { when: format.ago(lastUsedAt) })
                      : text('factors.added', { when: format.ago(confirmedAt) })
                  }
                />
              ))}
            </SimpleList>
          )}
          <div className={styles['actions']}>
            <Button kind={data.length === 0 ? 'primary' : 'default'} onClick={() => setAdding(true)}>
              <ShieldCheck aria-hidden="true" />
              {text('factors.addTotp')}
            </Button>
          </div>
        </div>
      )}
      {dialog}
    </Card>
  )
}
