import { Categories } from './categories.page.tsx'
import { ContentPageScreen } from './content-page.page.tsx'
import { ContentPages } from './content-pages.page.tsx'
import { Orders } from './orders.page.tsx'
import { Pictures } from './pictures.page.tsx'
import { ProductScreen } from './product.page.tsx'
import { Products } from './products.page.tsx'
import { First, needsStore, onlyWith } from './shop-access.tsx'
import { ShopSettings } from './shop-settings.page.tsx'

export const FirstPage = First
export const OrdersPage = onlyWith('store.orders.view', Orders)
export const ProductsPage = onlyWith('store.view', needsStore('shop.products', Products))
export const ProductPage = onlyWith('store.view', ProductScreen)
export const CategoriesPage = onlyWith('store.view', needsStore('shop.categories', Categories))
export const PicturesPage = onlyWith('store.view', Pictures)
export const ContentPagesPage = onlyWith('store.view', needsStore('shop.pages', ContentPages))
export const ContentPagePage = onlyWith('store.view', ContentPageScreen)
export const ShopSettingsPage = onlyWith('store.view', ShopSettings)
