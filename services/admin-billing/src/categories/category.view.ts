import { withIsoTimes } from '@wp/kernel'
import type { BusinessCategory } from './category.contract.ts'
import type { StoredCategory } from './category.store.ts'

export const toCategory = (stored: StoredCategory): BusinessCategory => withIsoTimes(stored)

export const toTranslatedCategory = (
  stored: StoredCategory,
  locale: string | undefined,
): BusinessCategory => ({
  ...toCategory(stored),
  name: stored.translations.find((translation) => translation.locale === locale)?.name ?? stored.name,
})
