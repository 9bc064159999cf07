import { reply } from '@wp/http'
import { AppError } from '@wp/kernel'
import { onConflict } from '@wp/mongo'
import { handle } from '../deps.ts'
import type { LabsDeps } from '../deps.ts'
import * as routes from './coupon.contract.ts'
import { publishCouponChanged } from './coupon.events.ts'
import { checkCouponCount, checkCouponValue } from './coupon.rules.ts'
import { toLabCoupon } from './coupon.view.ts'

export const couponHandlers = ({ db, coupons, clock }: Pick<LabsDeps, 'db' | 'coupons' | 'clock'>) => [
  handle(routes.listLabCoupons, async ({ workspaceId, query }) =>
    reply(200, { labCoupons: (await coupons.list(workspaceId, query)).map(toLabCoupon) }),
  ),

  handle(routes.createLabCoupon, async ({ workspaceId, workspace, body }) => {
    checkCouponValue(body, workspace.settings.currencyCode)
    const coupon = await db.transaction(async (tx) => {
      checkCouponCount(await coupons.count(workspaceId))
      const created = await onConflict(() => coupons.insert(workspaceId, body), codeExists)
      publishCouponChanged(tx, 'created', created)
      return created
    })
    return reply(201, { labCoupon: toLabCoupon(coupon) })
  }),

  handle(routes.updateLabCoupon, async ({ workspaceId, workspace, params, body }) => {
    const coupon = await db.transaction(async (tx) => {
      const updated = await onConflict(() => coupons.update(workspaceId, params.couponId, body), codeExists)
      checkCouponValue(updated, workspace.settings.currencyCode)
      publishCouponChanged(tx, 'updated', updated)
      return updated
    })
    return reply(200, { labCoupon: toLabCoupon(coupon) })
  }),

  handle(routes.deleteLabCoupon, async ({ workspaceId, params }) => {
    await db.transaction(async (tx) => {
      const removed = await coupons.remove(workspaceId, params.couponId, clock.now())
      publishCouponChanged(tx, 'removed', removed)
    })
    return reply(204)
  }),
]

const codeExists = (cause: AppError): AppError =>
  new AppError('CONFLICT', 'A coupon with this code already exists', {
    cause,
    details: [{ path: 'couponCode', message: 'already exists' }],
  })
