import type { Id } from '@wp/kernel'
import type { AdminBillingDeps } from '../deps.ts'
import { recordPayment } from '../payments/payment.actions.ts'
import type { Period } from '../plans/plan.contract.ts'
import { getSubscription, saveSubscription } from '../subscriptions/subscription.actions.ts'
import type { SubscriptionDeps } from '../subscriptions/subscription.actions.ts'
import type { StoredSubscription } from '../subscriptions/subscription.types.ts'
import { calculateQuote, effectiveDiscount, renewEnd } from './renewal.rules.ts'

type RenewalDeps = SubscriptionDeps & Pick<AdminBillingDeps, 'categories' | 'payments'>

/** Records a payment of the quoted price and extends the subscription, in one transaction. */
export const renewSubscription = (deps: RenewalDeps, adminId: Id, workspaceId: Id, period: Period) =>
  deps.db.transaction(async (tx) => {
    const current = await getSubscription(deps, workspaceId)
    const now = deps.clock.now()
    const { plan, quote } = await quoteRenewal(deps, current, period)
    const end = renewEnd(current, now, period)
    const payment = await recordPayment(deps, {
      workspaceId,
      type: 'subscription',
      cents: quote.totalCents,
      paidAt: now,
      note: `Renewal of ${plan.name}, ${period}`,
      createdBy: adminId,
    })
    const audit = { adminId, action: 'subscription.renewed' }
    const subscription = await saveSubscription(deps, tx, current, end, audit)
    return { payment, subscription, plan }
  })

/** Quotes a renewal based on the current plan, discount and additions. */
export const quoteRenewal = async (
  { plans, categories }: Pick<AdminBillingDeps, 'plans' | 'categories'>,
  { planId, businessCategorySlug, discountPercentage, invoiceAdditions }: StoredSubscription,
  period: Period,
) => {
  const [plan, category] = await Promise.all([
    plans.getIncludingRemoved(planId),
    categories.find(businessCategorySlug),
  ])
  const discount = effectiveDiscount(discountPercentage, category?.discountPercentage)
  return { plan, quote: calculateQuote({ plan, discountPercentage: discount, invoiceAdditions }, period) }
}
