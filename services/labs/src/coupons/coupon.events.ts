import { defineEvent } from '@wp/bus'
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

export const publishCouponChanged = (tx: Tx, stored: StoredCoupon): void =>
  tx.publish(LabCouponChanged, {
    workspaceId: stored.workspaceId,
    data: { labCoupon: toLabCoupon(stored) },
    aggregate: `coupon:${stored.id}`,
  })
