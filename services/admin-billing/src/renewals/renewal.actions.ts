import type { Id } from '@wp/kernel'
import type { AdminBillingDeps } from '../deps.ts'
import { recordPayment } from '../payments/payment.actions.ts'
import type { Period } from '../plans/plan.contract.ts'
import { changeSubscription, getSubscription } from '../subscriptions/subscription.actions.ts'
import type { SubscriptionDeps } from '../subscriptions/subscription.actions.ts'
import type { StoredSubscription } from '../subscriptions/subscription.store.ts'
import { effectiveDiscount, renewEnd, toCentsQuote } from './renewal.rules.ts'

type RenewalDeps = SubscriptionDeps & Pick<AdminBillingDeps, 'categories' | 'payments'>

/** Charges by what the subscription is at this moment: payment and new end are one transaction. */
export const renewSubscription = (deps: RenewalDeps, workspaceId: Id, period: Period, adminId: Id) =>
  deps.db.transaction(async () => {
    const current = await getSubscription(deps, workspaceId)
    const { plan, quote } = await quoteRenewal(deps, current, period)
    const now = deps.clock.now()
    const payment = await recordPayment(deps, {
      workspaceId,
      type: 'subscription',
      cents: quote.totalCents,
      paidAt: now,
      note: `Renewal of ${plan.name}, ${period}`,
      createdBy: adminId,
    })
    const by = { adminId, action: 'subscription.renewed' }
    const subscription = await changeSubscription(deps, workspaceId, by, (latest) =>
      renewEnd(latest, now, period),
    )
    return { payment, subscription, plan }
  })

/** What a renewal costs; the charge uses the same arithmetic, so that it is what was quoted. */
export const quoteRenewal = async (
  { plans, categories }: Pick<AdminBillingDeps, 'plans' | 'categories'>,
  { planId, businessCategorySlug, discountPercentage, invoiceAdditions }: StoredSubscription,
  period: Period,
) => {
  const [plan, category] = await Promise.all([plans.getOf({ planId }), categories.find(businessCategorySlug)])
  const discount = effectiveDiscount(discountPercentage, category?.discountPercentage)
  return { plan, quote: toCentsQuote({ plan, discountPercentage: discount, invoiceAdditions }, period) }
}
