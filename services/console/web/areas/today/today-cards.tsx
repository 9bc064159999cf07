import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Session } from '@workspace-platform/client/scheduling'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { toProblem } from '../../ui/problem.ts'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './today.module.css'
import {
  moveSession,
  useOpenOrders,
  useOpenTasks,
  useRecentTests,
  useTodaysSessions,
  useUnpaidInvoices,
} from './today.queries.ts'
import { byTime, criticalResults, dueTasks, nextStatus } from './today.rules.ts'

const sessionTones: Record<Session['status'], Tone> = {
  scheduled: 'accent',
  'in-progress': 'warn',
  completed: 'ok',
  cancelled: 'neutral',
}

type ListCardProps = {
  title: string
  /** Links to the full list. */
  all: Pick<LinkProps, 'to' | 'search'>
  empty: string
  query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>
  children: ReactNode[]
}

const ListCard = ({ title, all, empty, query, children }: ListCardProps) => (
  <Card title={title} action={<AllLink all={all} title={title} />}>
    {query.error && !query.data ? (
      <LoadFailure isCompact error={query.error} onRetry={() => void query.refetch()} />
    ) : !query.data ? (
      <Skeleton lines={4} />
    ) : children.length === 0 ? (
      <EmptyState isCompact title={empty} />
    ) : (
      <SimpleList>{children}</SimpleList>
    )}
  </Card>
)

const AllLink = ({ all, title }: Pick<ListCardProps, 'all' | 'title'>) => {
  const label = useText()('today.all')
  return (
    <Link {...all} className={styles['all']!} aria-label={`${label}: ${title}`}>
      {label}
    </Link>
  )
}

/** A client's name, linked for users who may see clients. */
const ClientName = ({ clientId, name }: { clientId: string | null; name: string }) => {
  const member = useMember()
  if (!clientId || !may(member, 'clients.view')) return name
  return (
    <Link to="/clients/$clientId" params={{ clientId }} className={styles['link']!}>
      {name}
    </Link>
  )
}

export const SessionsCard = () => {
  const text = useText()
  const format = useFormat()
  const query = useTodaysSessions(format.today(), true)
  return (
    <ListCard
      title={text('today.sessionsTitle')}
      all={{ to: '/calendar' }}
      empty={text('today.noSessions')}
      query={query}
    >
      {byTime(query.data ?? []).map((session) => (
        <SimpleItem
          key={session.id}
          start={
            <Link
              to="/calendar"
              search={{ date: session.date.slice(0, 10), open: session.id }}
              className={styles['link']!}
              aria-label={`${format.time(session.startTime)}, ${session.clientName}`}
            >
              {format.time(session.startTime)}
            </Link>
          }
          title={<ClientName clientId={session.clientId} name={session.clientName} />}
          detail={[format.list(session.serviceNames) || session.name, session.staffName]
            .filter(Boolean)
            .join(' • ')}
          end={
            <>
              <Badge tone={sessionTones[session.status]}>{text(`sessionStatus.${session.status}`)}</Badge>
              <MoveButton session={session} />
            </>
          }
        />
      ))}
    </ListCard>
  )
}

const MoveButton = ({ session }: { session: Session }) => {
  const text = useText()
  const member = useMember()
  const [isBusy, setBusy] = useState(false)
  const next = nextStatus(session.status)
  if (!next || !may(member, 'sessions.update')) return null
  const move = async (): Promise<void> => {
    setBusy(true)
    try {
      await moveSession(session.id, next)
    } catch (error) {
      showToast(toProblem(error, text).message)
    } finally {
      setBusy(false)
    }
  }
  const label = text(next === 'in-progress' ? 'today.start' : 'today.complete')
  return (
    <Button isBusy={isBusy} aria-label={`${label}: ${session.clientName}`} onClick={() => void move()}>
      {label}
    </Button>
  )
}

export const TasksCard = () => {
  const text = useText()
  const format = useFormat()
  const today = format.today()
  const query = useOpenTasks(true)
  return (
    <ListCard title={text('today.tasks')} all={{ to: '/tasks' }} empty={text('today.noTasks')} query={query}>
      {dueTasks(query.data ?? [], today).map(({ id, title, dueDate }) => (
        <SimpleItem
          key={id}
          title={
            <Link to="/tasks" search={{ open: id }} className={styles['link']!}>
              {title}
            </Link>
          }
          end={
            dueDate!.slice(0, 10) < today ? (
              <Badge tone="bad">{format.date(dueDate!)}</Badge>
            ) : (
              <Badge tone="warn">{text('today.dueToday')}</Badge>
            )
          }
        />
      ))}
    </ListCard>
  )
}

export const UnpaidCard = () => {
  const text = useText()
  const format = useFormat()
  const query = useUnpaidInvoices(true)
  const invoices = query.data?.invoices ?? []
  return (
    <ListCard
      title={text('today.unpaid')}
      all={{ to: '/invoices', search: { status: 'finalized' } }}
      empty={text('today.noUnpaid')}
      query={query}
    >
      {invoices.map(({ id, number, clientId, clientName, total, paidAmount, currencyCode, createdAt }) => (
        <SimpleItem
          key={id}
          title={
            clientName ? (
              <ClientName clientId={clientId} name={clientName} />
            ) : (
              text('today.invoice', { number: format.serial(number!) })
            )
          }
          detail={
            <>
              <Link to="/invoices/$invoiceId" params={{ invoiceId: id }} className={styles['link']!}>
                {text('today.invoice', { number: format.serial(number!) })}
              </Link>
              {` • ${format.date(createdAt)}`}
            </>
          }
          end={format.money(total - paidAmount, currencyCode)}
        />
      ))}
    </ListCard>
  )
}

export const OrdersCard = () => {
  const text = useText()
  const format = useFormat()
  const query = useOpenOrders(true)
  return (
    <ListCard
      title={text('today.orders')}
      all={{ to: '/shop/orders' }}
      empty={text('today.noOrders')}
      query={query}
    >
      {(query.data?.orders ?? []).map(({ id, customer, items, total, currencyCode, status }) => (
        <SimpleItem
          key={id}
          title={
            <Link to="/shop/orders" search={{ open: id }} className={styles['link']!}>
              {customer.name}
            </Link>
          }
          detail={format.list(
            items.map(({ name, quantity }) => (quantity > 1 ? `${format.number(quantity)} × ${name}` : name)),
          )}
          end={
            <>
              {format.money(total, currencyCode)}
              <Badge tone={status === 'pending' ? 'accent' : 'warn'}>
                {text(status === 'pending' ? 'today.orderNew' : 'today.orderConfirmed')}
              </Badge>
            </>
          }
        />
      ))}
    </ListCard>
  )
}

export const CriticalCard = () => {
  const text = useText()
  const format = useFormat()
  const query = useRecentTests(format.today(), true)
  const results = criticalResults(query.data ?? [])
  if (query.data && results.length === 0) return null
  return (
    <ListCard title={text('today.critical')} all={{ to: '/labs' }} empty="" query={query}>
      {results.map(({ test, item }) => (
        <SimpleItem
          key={item.id}
          title={
            <Link to="/labs/tests/$testId" params={{ testId: test.id }} className={styles['link']!}>
              {test.clientName}
            </Link>
          }
          detail={`${item.testName} • ${format.date(test.testDate)}`}
          end={
            <Badge tone="bad">
              {[item.resultValueNumeric === null ? '' : format.number(item.resultValueNumeric), item.unit]
                .filter(Boolean)
                .join(' ')}
            </Badge>
          }
        />
      ))}
    </ListCard>
  )
}
