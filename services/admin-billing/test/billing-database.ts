import { AppError, iso, newId, systemClock } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import { openDatabase } from '@wp/mongo'
import { adminToken, inProcess, platform } from '@wp/testing'
import { createLogger, createMetrics } from '@wp/telemetry'
import type { WorkspaceState } from '@wp/workspaces'
import { randomBytes } from 'node:crypto'
import * as contract from '../src/contract.ts'
import { counterStore } from '../src/counters/counter.store.ts'
import { planStore } from '../src/plans/plan.store.ts'
import { adminBilling, adminBillingCollections } from '../src/service.ts'
import { applyWorkspace, getSubscription } from '../src/subscriptions/subscription.actions.ts'
import { subscriptionStore } from '../src/subscriptions/subscription.store.ts'

type Envelope = { type: string; workspaceId: string | null; data: Record<string, unknown> }

/** Returns a logger and metrics for clients and databases that a test opens itself. */
export const testTelemetry = () => ({
  logger: createLogger({ service: 'test', level: 'fatal' }),
  metrics: createMetrics('test'),
})

/** Returns the first version of a workspace as identity publishes it. */
export const signedUp = (
  id: string,
  planId: string,
  businessCategorySlug: string,
  clock: Clock,
): WorkspaceState => ({
  id,
  version: 1,
  name: 'Shop',
  slogan: null,
  email: `${id}@shop.example`,
  phone: '+14155550123',
  phoneVerified: false,
  businessCategorySlug,
  marketingOptIn: false,
  planId,
  ownerAccountId: newId(),
  settings: {
    preventOverlap: false,
    blockHolidays: false,
    timeZone: 'UTC',
    currencyCode: 'USD',
    locale: 'en',
  },
  workingHours: null,
  createdAt: iso(clock.now()),
})

/** Opens the database of the running service, or of an in-process service with its own prefix. */
export const openBilling = async (prefix = 'wp_', clock: Clock = systemClock) => {
  const db = await openDatabase({
    url: platform().mongoUrl,
    name: `${prefix}admin_billing`,
    clock,
    collections: adminBillingCollections,
    ...testTelemetry(),
  })
  const deps = {
    db,
    clock,
    plans: planStore(db),
    subscriptions: subscriptionStore(db),
    counters: counterStore(db),
    identity: {
      getWorkspace: () =>
        Promise.reject(new AppError('UNAVAILABLE', 'identity is not available in this test')),
    },
  }
  return {
    db,
    deps,
    close: () => db.close(),

    /** Applies the event that identity publishes when a workspace signs up. */
    signUp: async (planSlug: string, category = 'retail'): Promise<string> => {
      const [plan] = await deps.plans.listBySlug([planSlug])
      const id = newId()
      await applyWorkspace(deps, signedUp(id, plan!.id, category, clock))
      return id
    },

    /** Applies the same event again. */
    signUpAgain: async (id: string): Promise<void> => {
      const { planId, businessCategorySlug } = await getSubscription(deps, id)
      await applyWorkspace(deps, signedUp(id, planId, businessCategorySlug, clock))
    },

    /** Lists the events of a type in the outbox, oldest first. */
    events: async (type: string, workspaceId?: string): Promise<Envelope[]> => {
      const found: Envelope[] = []
      for await (const record of db.outbox.iterate(new Date(0))) {
        const envelope = JSON.parse(record.envelope) as Envelope
        if (record.type === type && (workspaceId === undefined || envelope.workspaceId === workspaceId))
          found.push(envelope)
      }
      return found
    },
  }
}

/** Starts a separate service with its own clock and database; `stop` stops it. */
export const ownBilling = async (clock: Clock, env: Record<string, string> = {}) => {
  const prefix = `t${randomBytes(6).toString('hex')}_`
  const service = await inProcess(adminBilling, { clock, env: { DATABASE_PREFIX: prefix, ...env } })
  const billing = await openBilling(prefix, clock)
  return {
    service,
    billing,
    prefix,
    api: service.as(contract, { token: await adminToken() }),
    stop: async () => {
      await billing.close()
      await service.stop()
    },
  }
}
