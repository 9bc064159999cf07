import { defineEvent } from '@wp/bus'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { Business, TaxRate } from './business.ts'

const WorkingDay = z.object({
  isOpen: z.boolean(),
  intervals: z.array(z.object({ start: z.string(), end: z.string() })),
})

export const WorkingHoursState = z.object({
  monday: WorkingDay,
  tuesday: WorkingDay,
  wednesday: WorkingDay,
  thursday: WorkingDay,
  friday: WorkingDay,
  saturday: WorkingDay,
  sunday: WorkingDay,
})

/** The complete state of a workspace. Consumers ignore older versions. */
export const WorkspaceState = z.object({
  id: IdString,
  version: z.int(),
  name: z.string().nullable(),
  slogan: z.string().nullable(),
  email: z.string(),
  phone: z.string(),
  phoneVerified: z.boolean(),
  businessCategorySlug: z.string(),
  marketingOptIn: z.boolean(),
  planId: IdString,
  ownerAccountId: IdString,
  settings: z.object({
    preventOverlap: z.boolean(),
    blockHolidays: z.boolean(),
    timeZone: z.string(),
    currencyCode: z.string(),
    locale: z.string(),
    enforceWorkingHours: z.boolean().optional(),
    reminders: z.array(z.int()).optional().describe('Minutes before a booking'),
  }),
  workingHours: WorkingHoursState.nullable(),
  business: Business.optional(),
  languages: z.array(z.string()).optional().describe('The languages of customers; the first is the default'),
  taxRates: z.array(TaxRate).optional(),
  createdAt: Timestamp,
})
export type WorkspaceState = z.output<typeof WorkspaceState>

/** The complete state of a subscription. Consumers ignore older versions. */
export const SubscriptionState = z.object({
  workspaceId: IdString,
  version: z.int(),
  planId: IdString,
  planSlug: z.string(),
  subscriptionEndDate: Timestamp.nullable(),
  discountPercentage: z.number().nullable(),
  additionalStorageMB: z.number(),
  limits: z
    .object({ maxStaff: z.number().nullable(), storageMb: z.number().nullable() })
    .describe(
      "The plan's limits when the event was published. Later changes to the plan do not publish the event again.",
    ),
})
export type SubscriptionState = z.output<typeof SubscriptionState>

export const WorkspaceCreated = defineEvent({
  type: 'wp.identity.workspace.created.v1',
  summary: 'A workspace was created by a signup',
  data: z.object({
    workspace: WorkspaceState,
    subscriptionEndDate: Timestamp.nullish().describe('The end of the trial according to identity'),
  }),
})

export const WorkspaceUpdated = defineEvent({
  type: 'wp.identity.workspace.updated.v1',
  summary: "A workspace's name, contact data, settings or another property changed",
  data: z.object({ workspace: WorkspaceState }),
})

export const SubscriptionOpened = defineEvent({
  type: 'wp.admin-billing.subscription.opened.v1',
  summary: 'A subscription was opened, and identity does not know its end date from the signup',
  data: z.object({ subscription: SubscriptionState }),
})

export const SubscriptionChanged = defineEvent({
  type: 'wp.admin-billing.subscription.changed.v1',
  summary: 'The plan, end date, discount or additional storage of a subscription changed',
  data: z.object({ subscription: SubscriptionState }),
})
