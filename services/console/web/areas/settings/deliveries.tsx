import type { WebhookDelivery, WebhookEndpoint } from '@workspace-platform/client/webhooks'
import { useState } from 'react'
import { ListBody } from '../../app/list-body.tsx'
import { changeSearch } from '../../app/list-search.rules.ts'
import type { ListSearch } from '../../app/list-search.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DayFilter } from '../../app/day-filter.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './settings.module.css'
import { RedeliveryForm } from './redelivery.form.tsx'
import { useEventName } from './use-event-name.ts'
import { attemptErrorIn, deliveryTone } from './webhook-endpoint.rules.ts'
import { reloadDeliveries, useDeliveries, webhookCalls } from './webhooks.queries.ts'

const statuses = ['pending', 'succeeded', 'failed'] as const

type Props = { endpoint: WebhookEndpoint; mayResend: boolean }

/** The deliveries to an endpoint in the last 30 days, with every attempt. */
export const Deliveries = ({ endpoint, mayResend }: Props) => {
  const text = useText()
  const eventName = useEventName()
  const endpointId = endpoint.id
  const [isResending, setResending] = useState(false)
  const [search, setSearch] = useState<ListSearch<'status' | 'eventType' | 'from' | 'to'>>({})
  const change = (changes: typeof search): void => setSearch((before) => changeSearch(before, changes))
  const [failure, setFailure] = useState<unknown>(null)
  const { status: wanted, ...others } = search
  const status = statuses.find((each) => each === wanted)
  const query = useDeliveries(endpointId, { ...others, ...(status && { status }) })
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries) ?? []
  const all = useDeliveries(endpointId, {}).data?.pages.flatMap((page) => page.deliveries) ?? []
  const types = [...new Set(all.map(({ eventType }) => eventType))].toSorted()
  const resend = async (deliveryId: string): Promise<void> => {
    setFailure(null)
    try {
      await webhookCalls.redeliver({ params: { endpointId, deliveryId } })
      showToast(text('settings.resent'))
    } catch (error) {
      setFailure(error)
    }
    await reloadDeliveries(endpointId)
  }
  return (
    <section className={styles['stack']} aria-label={text('settings.deliveries')}>
      <div className={styles['delivery-head']}>
        <h3>{text('settings.deliveries')}</h3>
        {mayResend && <Button onClick={() => setResending(true)}>{text('settings.resendPeriod')}</Button>}
      </div>
      {isResending && <RedeliveryForm endpoint={endpoint} onClose={() => setResending(false)} />}
      <div className={styles['line']}>
        <FilterSelect
          label={text('settings.status')}
          value={search.status ?? ''}
          all={text('settings.all')}
          choices={statuses.map((value) => ({ value, label: text(`settings.delivery.${value}`) }))}
          onChange={(status) => change({ status })}
        />
        <FilterSelect
          label={text('settings.events')}
          value={search.eventType ?? ''}
          all={text('settings.all')}
          choices={types.map((value) => ({ value, label: eventName(value) }))}
          onChange={(eventType) => change({ eventType })}
        />
        <DayFilter from={search.from} to={search.to} onChange={change} />
      </div>
      {failure !== null && <Notice tone="bad">{toProblem(failure, text).message}</Notice>}
      <ListBody
        query={query}
        isEmpty={deliveries.length === 0}
        isCompact
        none={{ title: text('settings.noDeliveries'), text: text('settings.noDeliveriesText') }}
        skeleton={<Skeleton lines={4} />}
      >
        <SimpleList>
          {deliveries.map((delivery) => (
            <DeliveryItem
              key={delivery.id}
              delivery={delivery}
              {...(mayResend && { onResend: () => resend(delivery.id) })}
            />
          ))}
        </SimpleList>
      </ListBody>
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {text('settings.more')}
        </Button>
      )}
    </section>
  )
}

type ItemProps = { delivery: WebhookDelivery; onResend?: () => Promise<void> }

const DeliveryItem = ({ delivery, onResend }: ItemProps) => {
  const text = useText()
  const format = useFormat()
  const eventName = useEventName()
  const [isBusy, setBusy] = useState(false)
  const { eventType, status, createdAt, attempts, requestBody, nextAttemptAt } = delivery
  const errorText = (message: string | null): string => {
    if (message === null) return text('settings.noAnswer')
    const known = attemptErrorIn(message)
    return known ? text(`settings.attemptError.${known}`) : message
  }
  const send = (): void => {
    setBusy(true)
    void onResend?.().finally(() => setBusy(false))
  }
  return (
    <li className={styles['delivery']}>
      <div className={styles['delivery-head']}>
        <span title={eventType}>{eventName(eventType)}</span>
        <Badge tone={deliveryTone[status]}>{text(`settings.delivery.${status}`)}</Badge>
        {onResend && (
          <Button
            isBusy={isBusy}
            aria-label={text('settings.resendNamed', { name: eventName(eventType) })}
            onClick={send}
          >
            {text('settings.resend')}
          </Button>
        )}
      </div>
      <details>
        <summary>
          {format.dateTime(createdAt)} • {text('settings.attemptCount', { count: attempts.length })}
          {nextAttemptAt && ` • ${text('settings.nextAttempt', { when: format.dateTime(nextAttemptAt) })}`}
        </summary>
        <div className={styles['attempts']}>
          {attempts.map((attempt) => (
            <div key={attempt.at}>
              {format.dateTime(attempt.at)} • <bdi>{attempt.responseStatus ?? errorText(attempt.error)}</bdi>{' '}
              • {text('settings.duration', { count: attempt.durationMs })}
              {attempt.responseBody && <pre className={styles['body']}>{attempt.responseBody}</pre>}
            </div>
          ))}
          {requestBody && (
            <pre className={styles['body']} aria-label={text('settings.sentBody')}>
              {requestBody}
            </pre>
          )}
        </div>
      </details>
    </li>
  )
}
