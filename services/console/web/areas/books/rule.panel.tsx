import type { RecurringExpenseRule } from '@workspace-platform/client/finance'
import { Pause, Play } from 'lucide-react'
import { ListBody } from '../../app/list-body.tsx'
import { RecordPanel } from '../../app/record-panel.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAction } from '../../ui/use-action.ts'
import { occurrenceTones } from './occurrence-tones.ts'
import { recurringCalls, reloadRules, useOccurrences, useRule } from './recurring.queries.ts'
import { RuleForm } from './rule.form.tsx'
import { datesText, nextDates } from './rule.rules.ts'

/** A recurring expense beside the list: its schedule and its occurrences so far. */
export const RulePanel = ({ ruleId, onClose }: { ruleId: string; onClose: () => void }) => {
  const text = useText()
  const mayManage = may(useMember(), 'finance.manage')
  const query = useRule(ruleId)
  return (
    <RecordPanel
      query={query}
      title={query.data?.title ?? text('books.rule')}
      onClose={onClose}
      form={mayManage && ((rule, done) => <RuleForm rule={rule} {...done} />)}
      deletion={
        mayManage &&
        (({ title }) => ({
          title: text('books.deleteTitle', { title }),
          text: text('books.deleteRuleText'),
          onDelete: () => recurringCalls.deleteRecurringExpenseRule({ params: { ruleId } }),
          reload: reloadRules,
        }))
      }
      actions={(rule) => mayManage && <PauseButton rule={rule} />}
    >
      {(rule) => (
        <>
          <RuleFacts rule={rule} />
          <section>
            <h3>{text('books.occurrences')}</h3>
            <RuleOccurrences ruleId={ruleId} />
          </section>
        </>
      )}
    </RecordPanel>
  )
}

const PauseButton = ({ rule: { id, status } }: { rule: RecurringExpenseRule }) => {
  const text = useText()
  const { run, running, problem } = useAction<'toggle'>()
  const isActive = status === 'active'
  const toggle = async (): Promise<void> => {
    const call = isActive
      ? recurringCalls.pauseRecurringExpenseRule
      : recurringCalls.resumeRecurringExpenseRule
    await call({ params: { ruleId: id } })
    await reloadRules()
  }
  return (
    <>
      <Button isBusy={running !== null} onClick={() => void run('toggle', toggle)}>
        {isActive ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        {text(isActive ? 'books.pause' : 'books.resume')}
      </Button>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </>
  )
}

const RuleFacts = ({ rule }: { rule: RecurringExpenseRule }) => {
  const text = useText()
  const format = useFormat()
  const { amount, currencyCode, frequency, startDate, endDate, vendor, category, account, notes, status } =
    rule
  const dates = status === 'active' ? nextDates(rule, format.today(), 3) : []
  return (
    <Facts
      items={[
        [text('books.amount'), <b key="amount">{format.money(amount, currencyCode)}</b>],
        [
          text('books.status'),
          <Badge key="status" tone={status === 'active' ? 'ok' : 'neutral'}>
            {text(`books.status.${status}`)}
          </Badge>,
        ],
        [text('books.frequency'), text(`books.frequency.${frequency}`)],
        [text('books.next'), datesText(dates.map(format.date))],
        [text('books.startDate'), format.fullDate(startDate)],
        [text('books.endDate'), endDate && format.fullDate(endDate)],
        [text('books.party.expenses'), vendor],
        [text('books.label.category'), category],
        [text('books.label.account'), account],
        [text('books.notes'), notes],
      ]}
    />
  )
}

const RuleOccurrences = ({ ruleId }: { ruleId: string }) => {
  const text = useText()
  const format = useFormat()
  const query = useOccurrences({ ruleId })
  const occurrences = query.data?.pages.flatMap((page) => page.occurrences) ?? []
  return (
    <ListBody
      query={query}
      isEmpty={occurrences.length === 0}
      isCompact
      none={{ title: text('books.noOccurrences') }}
      skeleton={<Skeleton lines={3} />}
    >
      <SimpleList>
        {occurrences.map(({ id, dueDate, amount, currencyCode, status }) => (
          <SimpleItem
            key={id}
            title={format.fullDate(dueDate)}
            detail={format.money(amount, currencyCode)}
            end={<Badge tone={occurrenceTones[status]}>{text(`books.occurrence.${status}`)}</Badge>}
          />
        ))}
      </SimpleList>
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {text('books.more')}
        </Button>
      )}
    </ListBody>
  )
}
