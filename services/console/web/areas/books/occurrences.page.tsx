import { getRouteApi, Link } from '@tanstack/react-router'
import type { RecurringExpenseOccurrence } from '@workspace-platform/client/finance'
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { DayFilter } from '../../app/day-filter.tsx'
import { ListBody } from '../../app/list-body.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { createIntent } from '../../ui/intent.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { toProblem } from '../../ui/problem.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { BooksTabs } from './books-tabs.tsx'
import styles from './books.module.css'
import { occurrenceTones } from './occurrence-tones.ts'
import { recurringCalls, reloadOccurrences, useOccurrences } from './recurring.queries.ts'

const route = getRouteApi('/shell/books/due')
const statuses = ['pending', 'posted', 'skipped'] as const

/** Due recurring expenses, which are posted or skipped one by one. */
export const OccurrencesPage = () => {
  const text = useText()
  const { change } = useListSearch<{ status?: string; from?: string; to?: string }>()
  const { status = 'pending', ...days } = route.useSearch()
  const query = useOccurrences({ status, ...days })
  const [failure, setFailure] = useState<unknown>(null)
  const occurrences = query.data?.pages.flatMap((page) => page.occurrences) ?? []
  return (
    <Page
      title={text('books.due')}
      toolbar={
        <>
          <BooksTabs />
          <Segmented
            label={text('books.status')}
            value={status}
            options={statuses.map((value) => ({ value, label: text(`books.occurrence.${value}`) }))}
            onChange={(next) => change({ status: next === 'pending' ? '' : next })}
          />
          <DayFilter from={days.from} to={days.to} onChange={change} />
        </>
      }
    >
      <PageContent isNarrow>
        {failure !== null && <Notice tone="bad">{toProblem(failure, text).message}</Notice>}
        <ListBody
          query={query}
          isEmpty={occurrences.length === 0}
          none={{
            icon: CalendarCheck,
            title: text(`books.noneDue.${status}`),
            text: text('books.noneDueText'),
          }}
          notFound={
            Object.keys(days).length > 0 && {
              title: text('list.notFound'),
              text: text('list.notFoundText'),
              showAll: text('list.showAll'),
              onShowAll: () => change({ from: '', to: '' }),
            }
          }
          skeleton={<Skeleton lines={6} />}
        >
          <Card title={text('books.dueTitle')}>
            <SimpleList>
              {occurrences.map((occurrence) => (
                <OccurrenceItem key={occurrence.id} occurrence={occurrence} onFailure={setFailure} />
              ))}
            </SimpleList>
            {query.hasNextPage && (
              <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {text('books.more')}
              </Button>
            )}
          </Card>
        </ListBody>
      </PageContent>
    </Page>
  )
}

type ItemProps = { occurrence: RecurringExpenseOccurrence; onFailure: (error: unknown) => void }

const OccurrenceItem = ({ occurrence, onFailure }: ItemProps) => {
  const text = useText()
  const format = useFormat()
  const mayManage = may(useMember(), 'finance.manage')
  const [busy, setBusy] = useState<'post' | 'skip' | null>(null)
  // A repeated click after a lost reply must not post twice.
  const [intent] = useState(createIntent)
  const { id, ruleId, title, vendor, dueDate, amount, currencyCode, status, expenseId } = occurrence
  const decide = async (decision: 'post' | 'skip'): Promise<void> => {
    setBusy(decision)
    onFailure(null)
    const params = { occurrenceId: id }
    try {
      if (decision === 'post')
        await intent.run((idempotencyKey) =>
          recurringCalls.postRecurringExpenseOccurrence({ params, idempotencyKey }),
        )
      else await recurringCalls.skipRecurringExpenseOccurrence({ params })
      showToast(text(decision === 'post' ? 'books.posted' : 'books.skipped', { title }))
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(null)
    }
    await reloadOccurrences()
  }
  return (
    <SimpleItem
      title={
        <Link to="/books/recurring" search={{ open: ruleId }} className={styles['link']!}>
          {title}
        </Link>
      }
      detail={[format.fullDate(dueDate), vendor].filter(Boolean).join(' • ')}
      end={
        <>
          <span>{format.money(amount, currencyCode)}</span>
          {status === 'pending' && mayManage ? (
            <>
              <Button
                kind="primary"
                isBusy={busy === 'post'}
                aria-label={text('books.postNamed', { title, date: format.date(dueDate) })}
                onClick={() => void decide('post')}
              >
                {text('books.post')}
              </Button>
              <Button
                isBusy={busy === 'skip'}
                aria-label={text('books.skipNamed', { title, date: format.date(dueDate) })}
                onClick={() => void decide('skip')}
              >
                {text('books.skip')}
              </Button>
            </>
          ) : expenseId ? (
            <Link to="/books/expenses" search={{ open: expenseId }} className={styles['reference']!}>
              {text('books.openExpense')}
            </Link>
          ) : (
            <Badge tone={occurrenceTones[status]}>{text(`books.occurrence.${status}`)}</Badge>
          )}
        </>
      }
    />
  )
}
