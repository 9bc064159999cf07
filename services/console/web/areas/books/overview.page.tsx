import { getRouteApi, Link } from '@tanstack/react-router'
import type { EntryStats } from '@workspace-platform/client/finance'
import { Plus } from 'lucide-react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { changeBetween } from '../../ui/figure.rules.ts'
import { Change, Figure, FigureNote, Figures } from '../../ui/figure.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Columns, Page, PageContent, Stack } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { BooksTabs } from './books-tabs.tsx'
import styles from './books.module.css'
import { useDueCount, useStats } from './books.queries.ts'
import { currenciesIn, periods, rangesOf, statsIn } from './books.rules.ts'
import type { Period, Range } from './books.rules.ts'
import { PartsCard, TaxesCard } from './parts-cards.tsx'
import { TrendCard } from './trend-card.tsx'

const route = getRouteApi('/shell/books/')

/** Income, expenses and the difference, compared with the previous period. */
export const OverviewPage = () => {
  const text = useText()
  const format = useFormat()
  const navigate = route.useNavigate()
  const mayManage = may(useMember(), 'finance.manage')
  const search = route.useSearch()
  const { period = 'month', measure = 'income' } = search
  const ranges = rangesOf(period, format.today())
  const { incomes, expenses } = useStats(ranges.current)
  const currencies = currenciesIn(
    format.currencyCode,
    ...[incomes.data, expenses.data].flatMap((stats) => stats ?? []),
  )
  const currencyCode = currencies.find((each) => each === search.currency) ?? format.currencyCode
  const error = incomes.error ?? expenses.error
  const isCost = measure === 'expense'
  const shown = isCost ? expenses.data : incomes.data
  return (
    <Page
      title={text('area.books')}
      secondary={
        <Segmented
          label={text('books.period')}
          value={period}
          options={periods.map((value) => ({ value, label: text(`books.period.${value}`) }))}
          onChange={(next) => {
            const { period: _, ...rest } = search
            void navigate({ search: next === 'month' ? rest : { ...rest, period: next }, replace: true })
          }}
        />
      }
      actions={
        mayManage && (
          <Link to="/books/expenses" search={{ open: 'new' }} className={buttonClass({ kind: 'primary' })}>
            <Plus aria-hidden="true" />
            {text('books.addExpense')}
          </Link>
        )
      }
      toolbar={
        <>
          <BooksTabs />
          {currencies.length > 1 && (
            <FilterSelect
              label={text('books.currency')}
              value={currencyCode}
              choices={currencies.map((value) => ({ value, label: value }))}
              onChange={(currency) => void navigate({ search: { ...search, currency }, replace: true })}
            />
          )}
        </>
      }
    >
      <PageContent>
        {error && !incomes.data && !expenses.data ? (
          <LoadFailure
            error={error}
            onRetry={() => {
              void incomes.refetch()
              void expenses.refetch()
            }}
          />
        ) : (
          <>
            <Totals
              incomes={incomes.data}
              expenses={expenses.data}
              hasFailed={error !== null}
              currencyCode={currencyCode}
              range={ranges.current}
              period={period}
            />
            <Columns>
              <TrendCard
                ranges={ranges}
                period={period}
                currencyCode={currencyCode}
                measure={measure}
                onMeasure={(next) => {
                  const { measure: _, ...rest } = search
                  void navigate({
                    search: next === 'income' ? rest : { ...rest, measure: next },
                    replace: true,
                  })
                }}
              />
              <Stack>
                <PartsCard
                  kind={isCost ? 'expenses' : 'incomes'}
                  stats={shown && statsIn(shown, currencyCode)}
                  range={ranges.current}
                />
                <DueCard />
              </Stack>
            </Columns>
            {incomes.data && (
              <TaxesCard taxes={statsIn(incomes.data, currencyCode).taxes} currencyCode={currencyCode} />
            )}
          </>
        )}
      </PageContent>
    </Page>
  )
}

type TotalsProps = {
  incomes: EntryStats | undefined
  expenses: EntryStats | undefined
  hasFailed: boolean
  currencyCode: string
  range: Range
  period: Period
}

const Totals = ({ incomes, expenses, hasFailed, currencyCode, range, period }: TotalsProps) => {
  const text = useText()
  const format = useFormat()
  const money = (amount: number): string => format.money(amount, currencyCode)
  const [income, expense] = [incomes, expenses].map((stats) => stats && statsIn(stats, currencyCode))
  const averageBefore =
    income && income.previous.count > 0 ? income.previous.total / income.previous.count : 0
  const compare = (before: number, now: number, isCost = false) => {
    const change = changeBetween(before, now)
    return (
      <FigureNote>
        {change === null ? (
          text('books.noComparison')
        ) : (
          <>
            <Change change={change} percent={format.percent(Math.abs(change))} isCost={isCost} />{' '}
            {text(`books.before.${period}`)}
          </>
        )}
      </FigureNote>
    )
  }
  const linkTo = (to: '/books/incomes' | '/books/expenses', label: string) => (
    <Link to={to} search={range} className={styles['link']!}>
      {label}
    </Link>
  )
  return (
    <Figures>
      <Figure
        label={text('books.measure.income')}
        link={linkTo('/books/incomes', text('books.measure.income'))}
        value={income && money(income.total)}
        hasFailed={hasFailed}
      >
        {income && compare(income.previous.total, income.total)}
      </Figure>
      <Figure
        label={text('books.measure.expense')}
        link={linkTo('/books/expenses', text('books.measure.expense'))}
        value={expense && money(expense.total)}
        hasFailed={hasFailed}
      >
        {expense && compare(expense.previous.total, expense.total, true)}
      </Figure>
      <Figure
        label={text('books.measure.net')}
        value={income && expense && money(income.total - expense.total)}
        hasFailed={hasFailed}
      >
        {income &&
          expense &&
          compare(income.previous.total - expense.previous.total, income.total - expense.total)}
      </Figure>
      <Figure label={text('books.average')} value={income && money(income.average)} hasFailed={hasFailed}>
        {income && compare(averageBefore, income.average)}
      </Figure>
    </Figures>
  )
}

/** Recurring expenses waiting to be posted or skipped. */
const DueCard = () => {
  const text = useText()
  const { data: count = 0 } = useDueCount()
  if (count === 0) return null
  return (
    <Card
      title={text('books.dueTitle')}
      action={
        <Link to="/books/due" className={buttonClass({})}>
          {text('books.review')}
        </Link>
      }
    >
      <Badge tone="warn">{text('books.dueCount', { count })}</Badge>
    </Card>
  )
}
