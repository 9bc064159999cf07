import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './platform.module.css'
import { usePayments } from './platform.queries.ts'

const shownCount = 8

/** The newest payments of a workspace. */
export const WorkspacePayments = ({ workspaceId, onAdd }: { workspaceId: string; onAdd: () => void }) => {
  const text = useText()
  const format = useFormat()
  const { data, error, refetch } = usePayments({ workspaceId })
  const payments = data?.pages[0]?.payments
  return (
    <Card
      title={text('platform.payments')}
      action={
        <Button onClick={onAdd}>
          <Plus aria-hidden="true" />
          {text('platform.recordPayment')}
        </Button>
      }
    >
      {error && !payments ? (
        <LoadFailure isCompact error={error} onRetry={() => void refetch()} />
      ) : !payments ? (
        <Skeleton lines={4} />
      ) : payments.length === 0 ? (
        <EmptyState isCompact title={text('platform.noPayments')} />
      ) : (
        <>
          <SimpleList>
            {payments.slice(0, shownCount).map(({ id, type, amount, currencyCode, paidAt, note }) => (
              <SimpleItem
                key={id}
                title={text(`platform.paymentType.${type}`)}
                detail={
                  <>
                    {format.dateTime(paidAt)}
                    {note && ' • '}
                    <bdi>{note}</bdi>
                  </>
                }
                end={format.money(amount, currencyCode)}
              />
            ))}
          </SimpleList>
          {payments.length > shownCount && (
            <Link to="/platform/payments" search={{ workspace: workspaceId }} className={styles['more']!}>
              {text('platform.allPayments')}
            </Link>
          )}
        </>
      )}
    </Card>
  )
}
