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

/** A workspace as the platform's admins see it. */
export const AdminWorkspace = z
  .object({
    id: IdString,
    name: z.string().nullable(),
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
  summary: 'Workspaces, newest first; search by the beginnings of words of name and email',
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
  summary: 'A workspace with its plan, subscription and invoice additions',
  tag,
  access,
  replies: { 200: OneWorkspace },
  fails: [400, 401, 403, 404],
})

export const assignPlan = defineRoute({
  id: 'assignPlan',
  method: 'PATCH',
  path: `${one}/plan`,
  summary: 'Put the workspace on another active plan; the end of the subscription stays',
  tag,
  access,
  body: z.object({ planId: IdString }),
  invalid: 'marked', // a missing or non-string planId is 422, a string that is no id 400
  replies: { 200: z.object({ message: z.string(), workspace: AdminWorkspace }) },
  fails: [400, 401, 403, 404, 422],
})

export const updateSubscription = defineRoute({
  id: 'updateSubscription',
  method: 'PATCH',
  path: `${one}/subscription`,
  summary: 'Move the end of the subscription, or change the discount; null means no end, and no own discount',
  tag,
  access,
  body: z.object({
    subscriptionEndDate: Timestamp.nullable().optional(),
    discountPercentage: decimal(4).min(0).max(100).nullable().optional(),
  }),
  replies: { 200: OneWorkspace },
  fails: [400, 401, 403, 404, 422],
})

export const updateStorage = defineRoute({
  id: 'updateStorage',
  method: 'PATCH',
  path: `${one}/storage`,
  summary: 'Set the storage that the workspace has beyond its plan',
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
  summary: 'What is charged beside the plan at each renewal',
  tag,
  access,
  replies: { 200: z.object({ invoiceAdditions: z.array(InvoiceAddition) }) },
  fails: [400, 401, 403, 404],
})

export const createInvoiceAddition = defineRoute({
  id: 'createInvoiceAddition',
  method: 'POST',
  path: additions,
  summary: 'Charge something beside the plan, undiscounted',
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
  summary: 'Change an invoice addition; its total is computed again',
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
  summary: 'Stop charging an invoice addition',
  tag,
  access,
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})
