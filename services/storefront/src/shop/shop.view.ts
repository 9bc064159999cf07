import type { PublicBusiness } from '@wp/workspaces'
import type { StoredCategory } from '../categories/category.store.ts'
import type { StoredPage } from '../pages/page.store.ts'
import type { StoredShopSettings } from '../shop-settings/shop-settings.store.ts'
import type { ShopPath } from './shop.rules.ts'

/**
 * The data that all shop pages need. `base` is the base path, which is empty on the shop's own domain; `here`
 * is the current page in the visitor's language.
 */
export type Shop = {
  store: StoredShopSettings
  base: string
  /** The scheme and host of the request, for addresses of images. */
  origin: string
  /** The address under which search engines should list the shop: its own domain if it has one. */
  home: string
  language: string
  languages: readonly string[]
  here: ShopPath
  business: PublicBusiness
  pages: readonly Pick<StoredPage, 'slug' | 'title'>[]
  categories: readonly Pick<StoredCategory, 'id' | 'slug' | 'name'>[]
  /** The number of units in the visitor's cart. */
  cartCount: number
}
