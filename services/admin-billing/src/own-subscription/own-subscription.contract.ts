import { defineRoute, workspace } from '@wp/http'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { Locale } from '../plans/plan.contract.ts'
import { RenewalQuote } from '../renewals/renewal.contract.ts'
import { PlanSummary } from '../subscriptions/subscription.contract.ts'

export const OwnSubscription = z
  .object({
    workspaceId: IdString,
    plan: PlanSummary,
    isActive: z.boolean(),
    subscriptionEndDate: Timestamp.nullable(),
    discountPercentage: z.number().nullable().describe('The discount that applies to the next renewal'),
    limits: z
      .object({ maxStaff: z.int().nullable(), storageMB: z.number().nullable() })
      .describe('A null value means no limit'),
    staffUsed: z.int(),
    nextRenewal: RenewalQuote.nullable().describe(
      'A quote for the shortest period that has a price in the plan',
    ),
  })
  .meta({ id: 'OwnSubscription' })
export type OwnSubscription = z.output<typeof OwnSubscription>

export const OwnStorage = z
  .object({
    quotaBytes: z.int().nullable().describe('Null means no limit'),
    usedBytes: z.int(),
    planStorageMB: z.number().nullable(),
    additionalStorageMB: z.number(),
    services: z.array(z.object({ service: z.string(), usedBytes: z.int() })),
  })
  .meta({ id: 'OwnStorage' })
export type OwnStorage = z.output<typeof OwnStorage>

const access = workspace('owner')
const tag = 'Subscription'
const one = '/workspace/:workspaceId'

export const getOwnSubscription = defineRoute({
  id: 'getOwnSubscription',
  method: 'GET',
  path: `${one}/subscription`,
  summary: "Get your workspace's subscription",
  description:
    "Returns the plan, end date, limits and next renewal price. `locale` selects the translation of the plan's name.",
  tag,
  access,
  query: z.object({ locale: Locale.optional() }),
  replies: { 200: z.object({ subscription: OwnSubscription }) },
  fails: [400, 401, 403, 404],
})

export const getOwnStorage = defineRoute({
  id: 'getOwnStorage',
  method: 'GET',
  path: `${one}/storage`,
  summary: "Get your workspace's storage usage",
  description: 'Returns the storage limit and the storage used by each service.',
  tag,
  access,
  replies: { 200: z.object({ storage: OwnStorage }) },
  fails: [400, 401, 403, 404],
})
