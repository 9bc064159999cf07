import { withIsoTimes } from '@wp/kernel'
import type { BusinessCategory } from './category.contract.ts'
import type { StoredCategory } from './category.store.ts'

export const toCategory = (stored: StoredCategory): BusinessCategory => withIsoTimes(stored)

/** The category with its name in the asked language, where there is a translation. */
export const toTranslatedCategory = (
  stored: StoredCategory,
  wanted: string | undefined,
): BusinessCategory => ({
  ...toCategory(stored),
  name: stored.translations.find(({ locale }) => locale === wanted)?.name ?? stored.name,
})
