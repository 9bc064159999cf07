import type { AdminWorkspace, RenewalQuote } from '@workspace-platform/client/admin-billing'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './platform.module.css'
import { billingCalls, reloadPlatform, usePlanName, useQuote } from './platform.queries.ts'
import { periodsOf } from './workspace.rules.ts'

type Props = { workspace: AdminWorkspace; onDone: () => void }

/** Shows the cost of a renewal before it is made. The same request is never charged twice. */
export const RenewalForm = ({ workspace, onDone }: Props) => {
  const text = useText()
  const format = useFormat()
  const planName = usePlanName()(workspace.plan)
  const periods = periodsOf(workspace)
  const form = useForm({
    initial: { period: periods[0] ?? '' },
    submit: async (_, idempotencyKey) => {
      const { payment, workspace: renewed } = await billingCalls.renewSubscription({
        params: { workspaceId: workspace.id },
        body: { period: period! },
        idempotencyKey,
      })
      await reloadPlatform()
      showToast(
        text('platform.renewed', {
          amount: format.money(payment.amount, payment.currencyCode),
          date: renewed.subscriptionEndDate ? format.fullDate(renewed.subscriptionEndDate) : '',
        }),
      )
      onDone()
    },
  })
  const period = periods.find((each) => each === form.values.period) ?? null
  const quote = useQuote(workspace.id, period)
  if (periods.length === 0)
    return (
      <EmptyState isCompact title={text('platform.noPrice', { plan: planName })}>
        {text('platform.noPriceText')}
      </EmptyState>
    )
  return (
    <Form form={form} label={text('platform.renewTitle')}>
      <Select
        label={text('platform.period')}
        choices={periods.map((value) => ({ value, label: text(`platform.period.${value}`) }))}
        autoFocus
        {...form.field('period')}
      />
      {quote.error && !quote.data ? (
        <LoadFailure isCompact error={quote.error} onRetry={() => void quote.refetch()} />
      ) : quote.data ? (
        <Quote quote={quote.data} plan={planName} />
      ) : (
        <Skeleton lines={3} />
      )}
      <SaveActions
        isBusy={form.isBusy || !quote.data || quote.isFetching}
        label={
          quote.data
            ? text('platform.renewFor', { amount: format.money(quote.data.total, quote.data.currencyCode) })
            : text('platform.renew')
        }
        onCancel={onDone}
      />
    </Form>
  )
}

const Quote = ({ quote, plan }: { quote: RenewalQuote; plan: string }) => {
  const text = useText()
  const format = useFormat()
  const labelOf = (kind: RenewalQuote['lines'][number]['kind'], label: string): string => {
    if (kind === 'plan')
      return text('platform.planFor', { plan, period: text(`platform.period.${quote.period}`) })
    const [, percent] = /^Discount of ([\d.]+) %$/.exec(label) ?? []
    return kind === 'discount' && percent
      ? text('platform.discountOf', { percent: format.percent(Number(percent) / 100) })
      : label
  }
  return (
    <section className={styles['quote']} aria-label={text('platform.quote')}>
      {quote.lines.map(({ kind, label, amount }) => (
        <div key={`${kind}-${label}`}>
          <span>{labelOf(kind, label)}</span>
          <span>{format.money(amount, quote.currencyCode)}</span>
        </div>
      ))}
      <div className={styles['total']}>
        <span>{text('platform.total')}</span>
        <span>{format.money(quote.total, quote.currencyCode)}</span>
      </div>
    </section>
  )
}
