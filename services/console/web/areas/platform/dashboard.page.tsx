import { getRouteApi } from '@tanstack/react-router'
import type { DashboardOverview } from '@workspace-platform/client/admin-billing'
import { mayAdminister } from '../../app/admin.rules.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useMember } from '../../app/session.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { changeBetween } from '../../ui/figure.rules.ts'
import { Change, Figure, FigureNote, Figures } from '../../ui/figure.tsx'
import { LineChart } from '../../ui/line-chart.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton, SkeletonBar } from '../../ui/skeleton.tsx'
import styles from './platform.module.css'
import { useOverview, useSeries } from './platform.queries.ts'
import { daysUntil, figureOf, metrics, ranges } from './series.rules.ts'
import { WorkspaceLink } from './workspace-link.tsx'
import type { PlatformSearch } from './platform-search.rules.ts'

const route = getRouteApi('/shell/platform/')

/** The platform's figures. They are reloaded regularly, and immediately after a renewal. */
export const Dashboard = () => {
  const text = useText()
  const mayOpen = mayAdminister(useMember(), 'businesses.manage')
  const { data, error, refetch } = useOverview()
  return (
    <Page title={text('area.dashboard')}>
      <PageContent>
        {error && !data ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <Totals overview={data} />
            <SeriesCard />
            <div className={styles['cards']}>
              <MoneyCard title={text('platform.payments')} stats={data?.paymentStats} />
              <MoneyCard title={text('platform.expenses')} stats={data?.expenseStats} />
              <TypesCard revenue={data?.revenueByType} />
              <OrdersCard orders={data?.attentionOrders} mayOpen={mayOpen} />
            </div>
          </>
        )}
      </PageContent>
    </Page>
  )
}

const Totals = ({ overview }: { overview: DashboardOverview | undefined }) => {
  const text = useText()
  const format = useFormat()
  const metric = overview?.metrics
  const usd = (amount: number): string => format.money(amount, 'USD')
  const figures: [label: string, value: string | undefined, note?: string][] = [
    [text('platform.totalBusinesses'), metric && format.number(metric.totalBusinesses)],
    [text('platform.activeSubscriptions'), metric && format.number(metric.activeSubscriptions)],
    [text('platform.monthlyRevenue'), metric && usd(metric.monthlyRevenue)],
    [text('platform.recurringRevenue'), metric && usd(metric.monthlyRecurringRevenue)],
    [
      text('platform.basicPlans'),
      metric && format.number(metric.basicPlanAndAddonsActive),
      metric && text('platform.basicMonthly', { amount: usd(metric.basicPlanAndAddonsMonthlyUsd) }),
    ],
  ]
  return (
    <Figures>
      {figures.map(([label, value, note]) => (
        <Figure key={label} label={label} value={value} hasFailed={false}>
          {note && <FigureNote>{note}</FigureNote>}
        </Figure>
      ))}
    </Figures>
  )
}

const SeriesCard = () => {
  const text = useText()
  const { locale } = useLanguage()
  const format = useFormat()
  const { change } = useListSearch<PlatformSearch>()
  const search = route.useSearch()
  const metric = metrics.find((each) => each === search.metric) ?? 'revenue'
  const range = ranges.find((each) => each === search.days) ?? '30'
  const days = daysUntil(new Date().toISOString().slice(0, 10), Number(range))
  const now = useSeries(metric, days.now.from, days.now.to)
  const before = useSeries(metric, days.before.from, days.before.to)
  const shown = (value: number): string =>
    metric === 'revenue' ? format.money(value, 'USD') : format.number(value)
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const error = now.error ?? before.error
  const figures = now.data && before.data && [figureOf(metric, before.data), figureOf(metric, now.data)]
  const difference = figures ? changeBetween(figures[0]!, figures[1]!) : null
  return (
    <Card
      title={text(`platform.metric.${metric}`)}
      action={
        <Segmented
          label={text('platform.period')}
          value={range}
          options={ranges.map((value) => ({ value, label: text('platform.days', { count: Number(value) }) }))}
          onChange={(value) => change({ days: value })}
        />
      }
    >
      <div className={styles['stack']}>
        <div className={styles['line']}>
          {figures ? (
            <>
              <span className={styles['value']}>{shown(figures[1]!)}</span>
              {difference !== null && (
                <Change change={difference} percent={format.percent(Math.abs(difference))} />
              )}
              <FigureNote>{text('platform.compared', { value: shown(figures[0]!) })}</FigureNote>
            </>
          ) : (
            <SkeletonBar width="30%" />
          )}
          <span className={styles['grow']} />
          <Segmented
            label={text('platform.figure')}
            value={metric}
            options={metrics.map((value) => ({ value, label: text(`platform.metric.${value}`) }))}
            onChange={(value) => change({ metric: value })}
          />
        </div>
        {error && !(now.data && before.data) ? (
          <LoadFailure
            isCompact
            error={error}
            onRetry={() => void Promise.all([now.refetch(), before.refetch()])}
          />
        ) : now.data && before.data ? (
          <>
            <LineChart
              labels={now.data.map(({ date }) => format.date(date))}
              values={now.data.map(({ value }) => value)}
              before={before.data.map(({ value }) => value)}
              names={{
                point: text('platform.day'),
                values: text('platform.thisPeriod'),
                before: text('platform.periodBefore'),
                table: text('platform.asTable'),
              }}
              format={shown}
              formatTick={(value) => compact.format(value)}
            />
          </>
        ) : (
          <Skeleton lines={6} />
        )}
      </div>
    </Card>
  )
}

const spans = ['today', 'thisWeek', 'thisMonth', 'total'] as const

const MoneyCard = ({
  title,
  stats,
}: {
  title: string
  stats: DashboardOverview['paymentStats'] | undefined
}) => {
  const text = useText()
  const format = useFormat()
  return (
    <Card title={title}>
      {stats ? (
        <SimpleList>
          {spans.map((span) => (
            <SimpleItem
              key={span}
              title={text(`platform.span.${span}`)}
              detail={text('platform.records', { count: stats[span].count })}
              end={format.money(stats[span].amount, 'USD')}
            />
          ))}
        </SimpleList>
      ) : (
        <Skeleton lines={4} />
      )}
    </Card>
  )
}

const TypesCard = ({ revenue }: { revenue: DashboardOverview['revenueByType'] | undefined }) => {
  const text = useText()
  const format = useFormat()
  return (
    <Card title={text('platform.byType')}>
      {revenue ? (
        <SimpleList>
          {(['subscription', 'storage', 'sms', 'ai-tools'] as const).map((type) => (
            <SimpleItem
              key={type}
              title={text(`platform.paymentType.${type}`)}
              end={format.money(revenue[type], 'USD')}
            />
          ))}
        </SimpleList>
      ) : (
        <Skeleton lines={4} />
      )}
    </Card>
  )
}

type OrdersProps = { orders: DashboardOverview['attentionOrders'] | undefined; mayOpen: boolean }

const OrdersCard = ({ orders, mayOpen }: OrdersProps) => {
  const text = useText()
  const format = useFormat()
  return (
    <Card title={text('platform.attentionOrders')}>
      {!orders ? (
        <Skeleton lines={4} />
      ) : orders.length === 0 ? (
        <EmptyState isCompact title={text('platform.noAttentionOrders')} />
      ) : (
        <SimpleList>
          {orders.map(({ id, workspaceId, total, status, createdAt }) => (
            <SimpleItem
              key={id}
              title={mayOpen ? <WorkspaceLink workspaceId={workspaceId} /> : format.ago(createdAt)}
              detail={mayOpen ? format.ago(createdAt) : null}
              end={
                <>
                  {format.number(total)}
                  <Badge tone="warn">
                    {text(status === 'pending' ? 'orderStatus.pending' : 'orderStatus.confirmed')}
                  </Badge>
                </>
              }
            />
          ))}
        </SimpleList>
      )}
    </Card>
  )
}
