import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Client } from '@workspace-platform/client/scheduling'
import type { ReactNode } from 'react'
import { ListBody } from '../../app/list-body.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { latestFirst, newestOnce } from './client.rules.ts'
import styles from './clients.module.css'
import { useClientInvoices, useClientOrders, useClientSessions, useClientTests } from './clients.queries.ts'

type HistoryProps = { clientId: string; isAllowed: boolean }

export const sessionTones: Record<string, Tone> = {
  scheduled: 'accent',
  'in-progress': 'warn',
  completed: 'ok',
  cancelled: 'neutral',
}
const invoiceTones: Record<string, Tone> = {
  draft: 'neutral',
  finalized: 'warn',
  paid: 'ok',
  refunded: 'neutral',
  void: 'neutral',
}

const orderTones: Record<string, Tone> = {
  pending: 'accent',
  confirmed: 'warn',
  fulfilled: 'ok',
  cancelled: 'neutral',
  refunded: 'neutral',
}

export const SessionHistory = ({ clientId, isAllowed }: HistoryProps) => {
  const text = useText()
  const format = useFormat()
  const query = useClientSessions(clientId, isAllowed)
  const sessions = latestFirst(query.data?.pages.flatMap((page) => page.sessions) ?? [])
  return (
    <History query={query} empty={text('client.noSessions')}>
      {sessions.map(({ id, date, startTime, serviceNames, name, staffName, status }) => (
        <SimpleItem
          key={id}
          title={
            <Link to="/calendar" search={{ date: date.slice(0, 10), open: id }} className={styles['link']!}>
              {format.list(serviceNames) || name}
            </Link>
          }
          detail={[`${format.date(date)} ${format.time(startTime)}`, staffName].filter(Boolean).join(' • ')}
          end={<Badge tone={sessionTones[status]!}>{text(`sessionStatus.${status}`)}</Badge>}
        />
      ))}
    </History>
  )
}

export const InvoiceHistory = ({ clientId, isAllowed }: HistoryProps) => {
  const text = useText()
  const format = useFormat()
  const query = useClientInvoices(clientId, isAllowed)
  const invoices = query.data?.pages.flatMap((page) => page.invoices) ?? []
  return (
    <History query={query} empty={text('client.noInvoices')}>
      {invoices.map(({ id, number, total, currencyCode, createdAt, status }) => (
        <SimpleItem
          key={id}
          title={
            <Link to="/invoices/$invoiceId" params={{ invoiceId: id }} className={styles['link']!}>
              {number === null
                ? text('client.draftInvoice')
                : text('client.invoice', { number: format.serial(number) })}
            </Link>
          }
          detail={format.date(createdAt)}
          end={
            <>
              {format.money(total, currencyCode)}
              <Badge tone={invoiceTones[status]!}>{text(`invoiceStatus.${status}`)}</Badge>
            </>
          }
        />
      ))}
    </History>
  )
}

export const OrderHistory = ({ client }: { client: Client }) => {
  const text = useText()
  const format = useFormat()
  const query = useClientOrders(client)
  const orders = newestOnce(query.data?.pages.flatMap((page) => page.orders) ?? [])
  return (
    <History query={query} empty={text('client.noOrders')} emptyText={text('client.noOrdersText')}>
      {orders.map(({ id, number, items, total, currencyCode, createdAt, status }) => (
        <SimpleItem
          key={id}
          title={
            <Link to="/shop/orders" search={{ open: id }} className={styles['link']!}>
              {number === null
                ? text('client.order')
                : text('client.orderNumber', { number: format.serial(number) })}
            </Link>
          }
          detail={`${format.date(createdAt)} • ${format.list(items.map(({ name }) => name))}`}
          end={
            <>
              {format.money(total, currencyCode)}
              <Badge tone={orderTones[status]!}>{text(`orderStatus.${status}`)}</Badge>
            </>
          }
        />
      ))}
    </History>
  )
}

export const TestHistory = ({ clientId, isAllowed }: HistoryProps) => {
  const text = useText()
  const format = useFormat()
  const query = useClientTests(clientId, isAllowed)
  const tests = query.data?.pages.flatMap((page) => page.tests) ?? []
  return (
    <History query={query} empty={text('client.noTests')}>
      {tests.map(({ id, number, testDate, items, status }) => (
        <SimpleItem
          key={id}
          title={
            <Link to="/labs/tests/$testId" params={{ testId: id }} className={styles['link']!}>
              {text('client.test', { number: format.serial(number) })}
            </Link>
          }
          detail={`${format.date(testDate)} • ${items.map(({ testName }) => testName).join(', ')}`}
          end={
            <>
              {items.some(({ isCritical }) => isCritical) && (
                <Badge tone="bad">{text('client.critical')}</Badge>
              )}
              <Badge tone={status === 'completed' ? 'ok' : 'neutral'}>{text(`testStatus.${status}`)}</Badge>
            </>
          }
        />
      ))}
    </History>
  )
}

type Query = Pick<
  UseInfiniteQueryResult,
  'isPending' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>

type ListProps = { query: Query; empty: string; emptyText?: string; children: ReactNode[] }

const History = ({ query, empty, emptyText, children }: ListProps) => {
  const text = useText()
  return (
    <ListBody
      query={query}
      isEmpty={children.length === 0}
      isCompact
      none={{ title: empty, ...(emptyText && { text: emptyText }) }}
      skeleton={<Skeleton lines={5} />}
    >
      <SimpleList>{children}</SimpleList>
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {text('client.more')}
        </Button>
      )}
    </ListBody>
  )
}
