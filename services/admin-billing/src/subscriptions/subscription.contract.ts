import { admin, defineRoute } from '@wp/http'
import { decimal, IdString, nonBlank, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { PricePeriod } from '../plans/plan.contract.ts'

export const InvoiceAddition = z
  .object({
    id: IdString,
    reason: z.string(),
    quantity: z.number(),
    unitPrice: z.number(),
    total: z.number(),
    createdAt: Timestamp,
    createdBy: IdString,
  })
  .meta({ id: 'InvoiceAddition' })
export type InvoiceAddition = z.output<typeof InvoiceAddition>

export const PlanSummary = z.object({
  id: IdString,
  name: z.string(),
  slug: z.string(),
  isActive: z.boolean(),
  pricePeriods: z.array(PricePeriod),
})

/** The owner's view of a subscription in public events, without its use and the price of the next renewal. */
export const PublicSubscription = z.object({
  id: IdString.describe('The id of the workspace'),
  workspaceId: IdString,
  plan: PlanSummary,
  isActive: z.boolean().describe('At the time of the event'),
  subscriptionEndDate: Timestamp.nullable(),
  limits: z
    .object({ maxStaff: z.int().nullable(), storageMB: z.number().nullable() })
    .describe('A null value means no limit'),
})
export type PublicSubscription = z.output<typeof PublicSubscription>

export const AdminWorkspace = z
  .object({
    id: IdString,
    name: z.string().describe("The workspace's email if it has no name"),
    email: z.string(),
    planId: IdString,
    plan: PlanSummary,
    businessCategorySlug: z.string(),
    marketingOptIn: z.boolean(),
    subscriptionEndDate: Timestamp.nullable(),
    discountPercentage: z.number().nullable(),
    additionalStorageMB: z.number(),
    invoiceAdditions: z.array(InvoiceAddition),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'AdminWorkspace' })
export type AdminWorkspace = z.output<typeof AdminWorkspace>

const AdditionFields = z.object({
  reason: nonBlank(500),
  quantity: decimal(4).min(0.01, { error: 'must be at least 0.01' }).max(1_000_000_000),
  unitPrice: decimal(4).min(0, { error: 'must be at least 0' }).max(1_000_000_000),
})
export type AdditionFields = z.output<typeof AdditionFields>
export type AdditionChanges = Partial<AdditionFields>

const SubscriptionUpdate = z.object({
  subscriptionEndDate: Timestamp.nullable().optional(),
  discountPercentage: decimal(4).min(0).max(100).nullable().optional(),
})
export type SubscriptionUpdate = z.output<typeof SubscriptionUpdate>

const OneWorkspace = z.object({ workspace: AdminWorkspace })
const access = admin('businesses.manage')
const tag = 'Workspaces (admin)'
const all = '/admin/workspaces'
const one = `${all}/:workspaceId` as const
const additions = `${one}/invoice-additions` as const

export const listAdminWorkspaces = defineRoute({
  id: 'listAdminWorkspaces',
  method: 'GET',
  path: all,
  summary: 'List workspaces',
  description:
    'Sorted by creation time, newest first; expired workspaces by the end of their subscription, latest first. Search matches the beginning of words in name and email.',
  tag,
  access,
  query: pageQuery.extend({
    search: nonBlank(100).optional(),
    planId: IdString.optional(),
    businessCategorySlug: nonBlank(60).optional(),
    subscription: z.enum(['active', 'expired']).optional(),
  }),
  replies: { 200: z.object({ workspaces: z.array(AdminWorkspace), pagination: Pagination }) },
  fails: [400, 401, 403],
})

export const getAdminWorkspace = defineRoute({
  id: 'getAdminWorkspace',
  method: 'GET',
  path: one,
  summary: 'Get a workspace',
  description: 'Includes its plan, subscription and invoice additions.',
  tag,
  access,
  replies: { 200: OneWorkspace },
  fails: [400, 401, 403, 404],
})

export const assignPlan = defineRoute({
  id: 'assignPlan',
  method: 'PATCH',
  path: `${one}/plan`,
  summary: 'Assign a plan to a workspace',
  description: "The plan must be active. The subscription's end date does not change.",
  tag,
  access,
  body: z.object({ planId: IdString }),
  invalid: 'marked', // a missing or non-string planId returns 422, a malformed id returns 400
  replies: { 200: z.object({ message: z.string(), workspace: AdminWorkspace }) },
  fails: [400, 401, 403, 404, 422],
})

export const updateSubscription = defineRoute({
  id: 'updateSubscription',
  method: 'PATCH',
  path: `${one}/subscription`,
  summary: 'Update a subscription',
  description:
    "A null end date means that the subscription never ends. A null discount means that the business category's discount applies.",
  tag,
  access,
  body: SubscriptionUpdate,
  replies: { 200: OneWorkspace },
  fails: [400, 401, 403, 404, 422],
})

export const updateStorage = defineRoute({
  id: 'updateStorage',
  method: 'PATCH',
  path: `${one}/storage`,
  summary: "Set a workspace's additional storage",
  description: "The additional storage is added to the plan's storage.",
  tag,
  access,
  body: z.object({ additionalStorageMB: z.number().min(0).max(1_000_000_000) }),
  replies: { 200: OneWorkspace },
  fails: [400, 401, 403, 404, 422],
})

export const listInvoiceAdditions = defineRoute({
  id: 'listInvoiceAdditions',
  method: 'GET',
  path: additions,
  summary: 'List invoice additions',
  description: 'Invoice additions are charged on top of the plan at each renewal.',
  tag,
  access,
  replies: { 200: z.object({ invoiceAdditions: z.array(InvoiceAddition) }) },
  fails: [400, 401, 403, 404],
})

export const createInvoiceAddition = defineRoute({
  id: 'createInvoiceAddition',
  method: 'POST',
  path: additions,
  summary: 'Create an invoice addition',
  description: 'Discounts do not apply to invoice additions.',
  tag,
  access,
  body: AdditionFields,
  replies: { 201: InvoiceAddition },
  fails: [400, 401, 403, 404, 409, 422],
})

export const updateInvoiceAddition = defineRoute({
  id: 'updateInvoiceAddition',
  method: 'PATCH',
  path: `${additions}/:additionId`,
  summary: 'Update an invoice addition',
  description: 'The total is recalculated.',
  tag,
  access,
  body: AdditionFields.partial(),
  replies: { 200: InvoiceAddition },
  fails: [400, 401, 403, 404, 422],
})

export const deleteInvoiceAddition = defineRoute({
  id: 'deleteInvoiceAddition',
  method: 'DELETE',
  path: `${additions}/:additionId`,
  summary: 'Delete an invoice addition',
  description: 'Later renewals no longer include it.',
  tag,
  access,
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})
