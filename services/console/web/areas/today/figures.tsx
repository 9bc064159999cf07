import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { classNames } from '../../ui/class-names.ts'
import { SkeletonBar } from '../../ui/skeleton.tsx'
import styles from './today.module.css'
import {
  useIncome,
  useOpenOrders,
  useOpenTills,
  useTodaysSessions,
  useUnpaidInvoices,
} from './today.queries.ts'
import { byTime, changeBetween } from './today.rules.ts'

type Props = { label: string; value: string | undefined; hasFailed: boolean; children?: ReactNode }

const Figure = ({ label, value, hasFailed, children }: Props) => {
  const text = useText()
  return (
    <section className={styles['figure']} aria-label={label}>
      <span className={styles['label']}>{label}</span>
      {value !== undefined ? (
        <span className={styles['value']}>{value}</span>
      ) : hasFailed ? (
        <span className={styles['note']}>{text('state.failed')}</span>
      ) : (
        <SkeletonBar width="50%" />
      )}
      {value !== undefined && children}
    </section>
  )
}

export const IncomeFigure = () => {
  const text = useText()
  const format = useFormat()
  const { data, error } = useIncome(format.today(), format.currencyCode, true)
  const change = data ? changeBetween(data.before, data.now) : null
  return (
    <Figure label={text('today.income')} value={data && format.money(data.now)} hasFailed={error !== null}>
      <span className={styles['note']}>
        {change === null ? (
          text('today.noComparison')
        ) : (
          <>
            <span className={classNames(change < 0 ? styles['down'] : styles['up'])}>
              {change < 0 ? '▼' : '▲'} {format.percent(Math.abs(change))}
            </span>{' '}
            {text('today.lastWeek', { amount: format.money(data!.before) })}
          </>
        )}
      </span>
    </Figure>
  )
}

export const SessionsFigure = () => {
  const text = useText()
  const format = useFormat()
  const { data, error } = useTodaysSessions(format.today(), true)
  const sessions = data && byTime(data)
  const done = sessions?.filter(({ status }) => status === 'completed').length ?? 0
  return (
    <Figure
      label={text('today.sessions')}
      value={sessions && format.number(sessions.length)}
      hasFailed={error !== null}
    >
      <span className={styles['note']}>{text('today.completed', { count: done })}</span>
    </Figure>
  )
}

export const UnpaidFigure = () => {
  const text = useText()
  const format = useFormat()
  const { data, error } = useUnpaidInvoices(true)
  return (
    <Figure
      label={text('today.unpaid')}
      value={data && format.number(data.pagination.total ?? data.invoices.length)}
      hasFailed={error !== null}
    />
  )
}

export const OrdersFigure = () => {
  const text = useText()
  const format = useFormat()
  const { data, error } = useOpenOrders(true)
  return (
    <Figure
      label={text('today.orders')}
      value={data && format.number(data.total)}
      hasFailed={error !== null}
    />
  )
}

export const TillFigure = () => {
  const text = useText()
  const format = useFormat()
  const { data, error } = useOpenTills(true)
  return (
    <Figure label={text('today.tills')} value={data && format.number(data.length)} hasFailed={error !== null}>
      <span className={styles['note']}>
        {data?.length === 0 ? text('today.tillsClosed') : data?.map(({ register }) => register).join(', ')}
      </span>
    </Figure>
  )
}
