import type { BusinessCategory, Plan } from '@workspace-platform/client/admin-billing'

/** Returns a plan's name and description in a language, or as the platform's admins wrote them. */
export const planText = (plan: Plan, language: string): { name: string; description: string | null } => {
  const translated = plan.translations.find(({ locale }) => locale === language)
  return { name: translated?.name ?? plan.name, description: translated?.description ?? plan.description }
}

/** Returns a category's name in a language. */
export const categoryName = (category: BusinessCategory, language: string): string =>
  category.translations.find(({ locale }) => locale === language)?.name ?? category.name

/** Returns the plan's price for a month, if it has one; otherwise for the shortest period. */
export const firstPrice = (plan: Plan): Plan['pricePeriods'][number] | null => {
  const order = ['monthly', 'quarterly', 'semiannual', 'annual']
  return plan.pricePeriods.toSorted((a, b) => order.indexOf(a.period) - order.indexOf(b.period))[0] ?? null
}
