import { AppError, iso, newId, systemClock } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import { openDatabase } from '@wp/mongo'
import { adminToken, inProcess, platform } from '@wp/testing'
import { createLogger, createMetrics } from '@wp/telemetry'
import type { WorkspaceState } from '@wp/workspaces'
import { randomBytes } from 'node:crypto'
import * as contract from '../src/contract.ts'
import { planStore } from '../src/plans/plan.store.ts'
import { adminBilling, adminBillingCollections } from '../src/service.ts'
import { applyWorkspace, getSubscription } from '../src/subscriptions/subscription.actions.ts'
import { subscriptionStore } from '../src/subscriptions/subscription.store.ts'
import { tallyStore } from '../src/tallies/tally.store.ts'

type Envelope = { type: string; workspaceId: string | null; data: Record<string, unknown> }

/** What clients and databases that a test opens itself are watched by. */
export const watcher = () => ({
  logger: createLogger({ service: 'test', level: 'fatal' }),
  metrics: createMetrics('test'),
})

const signedUp = (
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

/** The database of the running service, or of one in-process under its own prefix. */
export const openBilling = async (prefix = 'wp_', clock: Clock = systemClock) => {
  const db = await openDatabase({
    url: platform().mongoUrl,
    name: `${prefix}admin_billing`,
    clock,
    collections: adminBillingCollections,
    ...watcher(),
  })
  const deps = {
    db,
    clock,
    plans: planStore(db),
    subscriptions: subscriptionStore(db),
    tallies: tallyStore(db),
    identity: { getWorkspace: () => Promise.reject(new AppError('UNAVAILABLE', 'nobody to ask')) },
  }
  return {
    db,
    close: () => db.close(),

    /** What identity's event would do: a workspace that signed up now. */
    signUp: async (planSlug: string, category = 'retail'): Promise<string> => {
      const [plan] = await deps.plans.listBySlug([planSlug])
      const id = newId()
      await applyWorkspace(deps, signedUp(id, plan!.id, category, clock))
      return id
    },

    /** The same event once more. */
    signUpAgain: async (id: string): Promise<void> => {
      const { planId, businessCategorySlug } = await getSubscription(deps, id)
      await applyWorkspace(deps, signedUp(id, planId, businessCategorySlug, clock))
    },

    /** The events of a type that the service has written, oldest first. */
    events: async (type: string, workspaceId?: string): Promise<Envelope[]> => {
      const found: Envelope[] = []
      for await (const record of db.outbox.kept(new Date(0))) {
        const envelope = JSON.parse(record.envelope) as Envelope
        if (record.type === type && (workspaceId === undefined || envelope.workspaceId === workspaceId))
          found.push(envelope)
      }
      return found
    },
  }
}

/** A service of the test's own, with a clock and a database of its own; `stop` ends all of it. */
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
