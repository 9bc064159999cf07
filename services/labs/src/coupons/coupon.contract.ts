import { defineRoute, resource, workspace } from '@wp/http'
import { decimal, IdString, nonBlank, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { createFails, includeDeleted, labPolicy, readFails } from '../lab-routes/lab-route.contract.ts'

export const CouponType = z.enum(['percentage', 'currency'])
export type CouponType = z.output<typeof CouponType>
export const CouponStatus = z.enum(['active', 'inactive'])

export const LabCoupon = resource('LabCoupon', {
  workspaceId: IdString,
  couponTitle: z.string(),
  couponCode: z.string().describe('Case-insensitive; unique among coupons that are not deleted'),
  couponType: CouponType,
  couponValue: z
    .number()
    .describe("A percentage (values above 100 count as 100) or an amount in the workspace's currency"),
  couponStatus: CouponStatus,
  deletedAt: Timestamp.nullable(),
})
export type LabCoupon = z.output<typeof LabCoupon>

export const CouponCode = nonBlank(100)

const fields = {
  couponTitle: nonBlank(500),
  couponCode: CouponCode,
  couponType: CouponType,
  couponValue: decimal(4).min(0).max(1_000_000_000_000),
  couponStatus: CouponStatus,
}

export const NewLabCoupon = z.object({ ...fields, couponStatus: CouponStatus.default('active') })
export type NewLabCoupon = z.output<typeof NewLabCoupon>
export const LabCouponChanges = z.object(fields).partial()
export type LabCouponChanges = z.output<typeof LabCouponChanges>

const OneCoupon = z.object({ labCoupon: LabCoupon })
const path = '/workspace/:workspaceId/labs/coupons'
const one = `${path}/:couponId` as const
const tag = 'Lab coupons'

export const listLabCoupons = defineRoute({
  id: 'listLabCoupons',
  method: 'GET',
  path,
  summary: 'List lab coupons',
  description:
    'Sorted by creation time, newest first. A workspace can have at most 1,000 coupons; with `includeDeleted`, the newest 2,000 are returned.',
  tag,
  access: workspace('labs.view'),
  ...labPolicy,
  query: z.object({ includeDeleted }),
  replies: { 200: z.object({ labCoupons: z.array(LabCoupon) }) },
  fails: readFails,
})

export const createLabCoupon = defineRoute({
  id: 'createLabCoupon',
  method: 'POST',
  path,
  summary: 'Create a lab coupon',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  body: NewLabCoupon,
  replies: { 201: OneCoupon },
  fails: createFails,
})

export const updateLabCoupon = defineRoute({
  id: 'updateLabCoupon',
  method: 'PATCH',
  path: one,
  summary: 'Update a lab coupon',
  description: 'Lab tests that already use the coupon keep its previous terms.',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  body: LabCouponChanges,
  replies: { 200: OneCoupon },
  fails: createFails,
})

export const deleteLabCoupon = defineRoute({
  id: 'deleteLabCoupon',
  method: 'DELETE',
  path: one,
  summary: 'Delete a lab coupon',
  description: 'Its code becomes available for other coupons.',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  replies: { 204: null },
  fails: readFails,
})
