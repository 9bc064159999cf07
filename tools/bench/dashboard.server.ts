import { AppError, iso, newId, systemClock as clock } from '@wp/kernel'
import { categorySeed } from '../../services/admin-billing/src/categories/category.seed.ts'
import { counterStore } from '../../services/admin-billing/src/counters/counter.store.ts'
import { recordPayment } from '../../services/admin-billing/src/payments/payment.actions.ts'
import { paymentTypes } from '../../services/admin-billing/src/payments/payment.contract.ts'
import { paymentStore } from '../../services/admin-billing/src/payments/payment.store.ts'
import { planStore } from '../../services/admin-billing/src/plans/plan.store.ts'
import { adminBilling, adminBillingCollections } from '../../services/admin-billing/src/service.ts'
import { applyWorkspace } from '../../services/admin-billing/src/subscriptions/subscription.actions.ts'
import {
  updateStorage,
  updateSubscription,
} from '../../services/admin-billing/src/subscriptions/subscription-change.actions.ts'
import { subscriptionStore } from '../../services/admin-billing/src/subscriptions/subscription.store.ts'
import { announce } from './measure.ts'
import { startOwnService } from './parts/own-service.ts'

// Runs the admin-billing service. The argument is the number of workspaces, each with a payment.
const size = Number(process.argv[2])
const dayMs = 86_400_000
const { url, db } = await startOwnService(adminBilling, adminBillingCollections)
const deps = {
  db,
  clock,
  plans: planStore(db),
  subscriptions: subscriptionStore(db),
  payments: paymentStore(db),
  counters: counterStore(db),
  identity: { getWorkspace: () => Promise.reject(new AppError('UNAVAILABLE', 'Not available')) },
}
const activePlans = await deps.plans.listActive()
const adminId = newId()

const signUp = async (index: number): Promise<void> => {
  const id = newId()
  await applyWorkspace(deps, {
    id,
    version: 1,
    name: `Shop ${index}`,
    slogan: null,
    email: `${id}@shop.example`,
    phone: '+14155550123',
    phoneVerified: false,
    businessCategorySlug: categorySeed[index % categorySeed.length]!.slug,
    marketingOptIn: false,
    planId: activePlans[index % activePlans.length]!.id,
    ownerAccountId: newId(),
    settings: {
      preventOverlap: false,
      blockHolidays: false,
      timeZone: 'UTC',
      currencyCode: 'USD',
      locale: 'en',
    },
    workingHours: null,
    createdAt: iso(new Date(clock.now().getTime() - ((index * 7) % 13) * dayMs)),
  })
  if (index % 5 === 0) await updateStorage(deps, adminId, id, { additionalStorageMB: 100 })
  if (index % 5 === 1) await updateSubscription(deps, adminId, id, { discountPercentage: 10 })
  await recordPayment(deps, {
    workspaceId: id,
    type: paymentTypes[index % paymentTypes.length]!,
    cents: 1900,
    paidAt: new Date(clock.now().getTime() - (index % 60) * dayMs),
    note: null,
    createdBy: adminId,
  })
}

const batch = 10
for (let first = 0; first < size; first += batch)
  await db.transaction(async () => {
    for (let index = first; index < Math.min(first + batch, size); index += 1) await signUp(index)
  })
await deps.counters.rollUp(new AbortController().signal)
await db.close()
announce(url)
