import { Link } from '@tanstack/react-router'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { changeBetween } from '../../ui/figure.rules.ts'
import { Change, Figure, FigureNote } from '../../ui/figure.tsx'
import styles from './today.module.css'
import {
  useIncome,
  useOpenOrders,
  useOpenTills,
  useTodaysSessions,
  useUnpaidInvoices,
} from './today.queries.ts'
import { byTime } from './today.rules.ts'

export const IncomeFigure = () => {
  const text = useText()
  const format = useFormat()
  const { data, error } = useIncome(format.today(), format.currencyCode, true)
  const change = data ? changeBetween(data.before, data.now) : null
  return (
    <Figure
      label={text('today.income')}
      link={
        <Link to="/books" search={{ period: 'week' }} className={styles['link']!}>
          {text('today.income')}
        </Link>
      }
      value={data && format.money(data.now)}
      hasFailed={error !== null}
    >
      <FigureNote>
        {change === null ? (
          text('today.noComparison')
        ) : (
          <>
            <Change change={change} percent={format.percent(Math.abs(change))} />{' '}
            {text('today.lastWeek', { amount: format.money(data!.before) })}
          </>
        )}
      </FigureNote>
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
      link={
        <Link to="/calendar" className={styles['link']!}>
          {text('today.sessions')}
        </Link>
      }
      value={sessions && format.number(sessions.length)}
      hasFailed={error !== null}
    >
      <FigureNote>{text('today.completed', { count: done })}</FigureNote>
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
      link={
        <Link to="/invoices" search={{ status: 'finalized' }} className={styles['link']!}>
          {text('today.unpaid')}
        </Link>
      }
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
      link={
        <Link to="/shop/orders" className={styles['link']!}>
          {text('today.orders')}
        </Link>
      }
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
    <Figure
      label={text('today.tills')}
      link={
        <Link to="/till" className={styles['link']!}>
          {text('today.tills')}
        </Link>
      }
      value={data && format.number(data.length)}
      hasFailed={error !== null}
    >
      <FigureNote>
        {data?.length === 0
          ? text('today.tillsClosed')
          : data && format.list(data.map(({ register }) => register))}
      </FigureNote>
    </Figure>
  )
}
