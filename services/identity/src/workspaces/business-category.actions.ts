import { AppError } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'

/** Throws CATEGORY_INACTIVE unless admin-billing, which owns categories, says that the category is active. */
export const requireActiveCategory = async (
  { billing }: Pick<IdentityDeps, 'billing'>,
  slug: string,
): Promise<void> => {
  const { category } = await billing.getActiveCategory({ slug })
  if (category) return
  throw new AppError(
    'CATEGORY_INACTIVE',
    'The business category must be active; GET /public/business-categories lists the active ones',
    { details: [{ path: 'businessCategorySlug', message: 'must be an active business category' }] },
  )
}
