import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { LabCoupon } from './coupon.contract.ts'
import type { StoredCoupon } from './coupon.store.ts'
import { toLabCoupon } from './coupon.view.ts'

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
): void => publishPublicEvent(tx, LabCouponPublished, verb, stored.workspaceId, toLabCoupon(stored))
