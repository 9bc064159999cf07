import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { LabCoupon } from './coupon.contract.ts'
import type { StoredCoupon } from './coupon.store.ts'
import { toLabCoupon } from './coupon.view.ts'

export const LabCouponChanged = defineEvent({
  type: 'wp.labs.coupon.changed.v1',
  summary: 'A lab coupon was created, updated or deleted',
  data: z.object({ labCoupon: LabCoupon }),
})

export const LabCouponPublished = definePublicEvent({
  service: 'labs',
  resource: 'lab_coupon',
  field: 'labCoupon',
  verbs: ['created', 'updated', 'removed'],
  permission: 'labs.view',
  record: LabCoupon,
})

export const publishCouponChanged = (
  tx: Tx,
  verb: 'created' | 'updated' | 'removed',
  stored: StoredCoupon,
): void => {
  const { workspaceId, id } = stored
  const labCoupon = toLabCoupon(stored)
  tx.publish(LabCouponChanged, { workspaceId, data: { labCoupon }, aggregate: `coupon:${id}` })
  publishPublicEvent(tx, LabCouponPublished, verb, workspaceId, labCoupon)
}
