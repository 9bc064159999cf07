import type { Clock, Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { CategoryStore } from '../categories/category.store.ts'
import type { PaymentBook } from '../payments/payment-book.ts'
import type { Period } from '../plans/plan.contract.ts'
import type { PlanStore } from '../plans/plan.store.ts'
import type { SubscriptionDirectory } from '../subscriptions/subscription-directory.ts'
import type { StoredSubscription } from '../subscriptions/subscription.store.ts'
import { effectiveDiscount, quoteOf, renewedEnd } from './renewal.rules.ts'

type Parts = {
  db: Database
  clock: Clock
  plans: PlanStore
  categories: CategoryStore
  directory: SubscriptionDirectory
  paymentBook: PaymentBook
}

/** Quotes and charges renewals; both by the same arithmetic, so that a charge is what was quoted. */
export const renewalDesk = ({ db, clock, plans, categories, directory, paymentBook }: Parts) => {
  const quote = async (subscription: StoredSubscription, period: Period) => {
    const [plan, category] = await Promise.all([
      plans.getOf(subscription),
      categories.find(subscription.businessCategorySlug),
    ])
    const discountPercentage = effectiveDiscount(
      subscription.discountPercentage,
      category?.discountPercentage,
    )
    return {
      plan,
      quote: quoteOf({ plan, discountPercentage, invoiceAdditions: subscription.invoiceAdditions }, period),
    }
  }

  return {
    quote,

    /** Charges by what the subscription is at this moment: payment and new end are one transaction. */
    renew: (workspaceId: Id, period: Period, adminId: Id) =>
      db.transaction(async () => {
        const current = await directory.get(workspaceId)
        const { plan, quote: charged } = await quote(current, period)
        const now = clock.now()
        const payment = await paymentBook.record({
          workspaceId,
          type: 'subscription',
          cents: charged.totalCents,
          paidAt: now,
          note: `Renewal of ${plan.name}, ${period}`,
          createdBy: adminId,
        })
        const renewed = await directory.change(
          workspaceId,
          { adminId, action: 'subscription.renewed' },
          ({ subscriptionEndDate }) => ({
            subscriptionEndDate: renewedEnd(subscriptionEndDate, now, period),
          }),
        )
        return { payment, renewed, plan }
      }),
  }
}
export type RenewalDesk = ReturnType<typeof renewalDesk>
