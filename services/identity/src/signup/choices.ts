import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Identity } from '../parts.ts'

type Billing = Identity['billing']

/** The plan, if it is active: plans are admin-billing's to know. */
export const activePlan = async (billing: Billing, planId: Id) => {
  const { plan } = await billing.getActivePlan({ planId })
  if (plan) return plan
  throw new AppError('PLAN_INACTIVE', 'planId must be the id of an active plan', {
    details: [{ path: 'planId', message: 'is not an active plan' }],
  })
}

export const checkCategory = async (billing: Billing, slug: string): Promise<void> => {
  const { category } = await billing.getActiveCategory({ slug })
  if (category) return
  const details = [{ path: 'businessCategorySlug', message: 'is not an active business category' }]
  throw new AppError(
    'CATEGORY_INACTIVE',
    'businessCategorySlug must be the slug of an active business category',
    { details },
  )
}
