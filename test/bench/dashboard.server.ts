import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@wp/embedded-mongo'
import { AppError, iso, newId, systemClock } from '@wp/kernel'
import { startPlatform } from '@wp/local'
import { openDatabase } from '@wp/mongo'
import { startService } from '@wp/runtime'
import { createLogger, createMetrics } from '@wp/telemetry'
import { categorySeed } from '../../services/admin-billing/src/categories/category.seed.ts'
import { recordPayment } from '../../services/admin-billing/src/payments/payment.actions.ts'
import { paymentTypes } from '../../services/admin-billing/src/payments/payment.contract.ts'
import { paymentStore } from '../../services/admin-billing/src/payments/payment.store.ts'
import { planStore } from '../../services/admin-billing/src/plans/plan.store.ts'
import { adminBilling, adminBillingCollections } from '../../services/admin-billing/src/service.ts'
import {
  applyWorkspace,
  changeSubscription,
} from '../../services/admin-billing/src/subscriptions/subscription.actions.ts'
import { subscriptionStore } from '../../services/admin-billing/src/subscriptions/subscription.store.ts'
import { tallyStore } from '../../services/admin-billing/src/tallies/tally.store.ts'
import { announce } from './measure.ts'

// Admin-billing and its database in one process, so that the CPU time of both is counted, with as many workspaces as
// the argument says, each with a payment.
const size = Number(process.argv[2])
const dayMs = 86_400_000
const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-dashboard-'))
const database = await startServer({ dataDir: join(dataDir, 'database') })
const messaging = await startPlatform({
  dataDir: join(dataDir, 'platform'),
  services: [],
  env: { MONGODB_URL: database.uri },
})
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

const service = await startService(adminBilling, {
  env: {
    ...process.env,
    NODE_ENV: 'test',
    MONGODB_URL: database.uri,
    NATS_URL: messaging.natsUrl,
    LOG_LEVEL: 'fatal',
  },
  register: false,
})

const clock = systemClock
const db = await openDatabase({
  url: database.uri,
  name: 'wp_admin_billing',
  clock,
  collections: adminBillingCollections,
  logger: createLogger({ service: 'bench', level: 'fatal' }),
  metrics: createMetrics('bench'),
})
const deps = {
  db,
  clock,
  plans: planStore(db),
  subscriptions: subscriptionStore(db),
  payments: paymentStore(db),
  tallies: tallyStore(db),
  identity: { getWorkspace: () => Promise.reject(new AppError('UNAVAILABLE', 'nobody to ask')) },
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
  if (index % 5 < 2)
    await changeSubscription(deps, id, { adminId, action: 'bench' }, () => ({
      additionalStorageMB: index % 5 === 0 ? 100 : 0,
      discountPercentage: index % 5 === 1 ? 10 : null,
    }))
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
await deps.tallies.fold(new AbortController().signal)
await db.close()
announce(service.url)
