import { admin, defineRoute, named } from '@wp/http'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { PricePeriod } from '../plans/plan.contract.ts'

export const InvoiceAddition = named(
  'InvoiceAddition',
  z.object({
    id: IdString,
    reason: z.string(),
    quantity: z.number(),
    unitPrice: z.number(),
    total: z.number(),
    createdAt: Timestamp,
    createdBy: IdString,
  }),
)
export type InvoiceAddition = z.output<typeof InvoiceAddition>

const PlanSummary = z.object({
  id: IdString,
  name: z.string(),
  slug: z.string(),
  isActive: z.boolean(),
  pricePeriods: z.array(PricePeriod),
})

/** A workspace as the platform's admins see it. */
export const AdminWorkspace = named(
  'AdminWorkspace',
  z.object({
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
  }),
)
export type AdminWorkspace = z.output<typeof AdminWorkspace>

export const getAdminWorkspace = defineRoute({
  id: 'getAdminWorkspace',
  method: 'GET',
  path: '/admin/workspaces/:workspaceId',
  summary: 'A workspace with its plan, subscription and invoice additions',
  tag: 'Workspaces (admin)',
  access: admin('businesses.manage'),
  replies: { 200: z.object({ workspace: AdminWorkspace }) },
  fails: [400, 401, 403, 404],
})

export const subscriptionRoutes = [getAdminWorkspace]
