import { AppError, hashSecret, isId, newSecret } from '@wp/kernel'
import { retryAfterConflict } from '@wp/mongo'
import { textsFor } from '@wp/texts'
import { noBusiness, toPublicBusiness } from '@wp/workspaces'
import type { StorefrontDeps } from '../deps.ts'
import { createOrder, nextOrderNumber } from '../orders/order.actions.ts'
import { NewOrder } from '../orders/order.contract.ts'
import type { StoredOrder } from '../orders/order.types.ts'
import type { StoredShopSettings } from '../shop-settings/shop-settings.store.ts'
import {
  formError,
  isFormKey,
  mostUnitsOf,
  orderError,
  readOrderForm,
  shopAddress,
  shopLanguages,
  toNewOrder,
} from './shop.rules.ts'
import type { OrderForm, ShopPath } from './shop.rules.ts'
import type { Shop } from './shop.view.ts'
import { noShopPage, toErrorPage, toFrontPage, toOrderPage, toProductPage } from './shop.view.ts'

type ShopDeps = Pick<
  StorefrontDeps,
  'db' | 'clock' | 'workspaces' | 'shopSettings' | 'pages' | 'products' | 'orders' | 'orderNumbers'
>
type Answer = { status: number }
type FormAnswer = { status: 422; page: string } | { status: 303; location: string }
type OpenShop = Shop & { id: StoredShopSettings['id']; workspaceId: string; slug: string }

const productsOnPage = 24

export type Visit = { slug: string; isOwnDomain: boolean; language: string | undefined; here: ShopPath }

/** Runs `show` for a published shop, or returns a 404 page. With `isOwnDomain`, links omit `/shop/:slug`. */
export const inShop = async <Result extends Answer>(
  { shopSettings, pages, workspaces }: ShopDeps,
  { slug, isOwnDomain, language: wanted, here }: Visit,
  show: (shop: OpenShop) => Promise<Result>,
): Promise<Result | { status: 404; page: string }> => {
  const store = await shopSettings.findPublished(slug)
  if (!store) return { status: 404, page: noShopPage }
  const { id, workspaceId } = store
  const base = isOwnDomain ? '' : `/shop/${slug}`
  const [titles, workspace] = await Promise.all([
    pages.listActiveTitles(workspaceId),
    workspaces.find(workspaceId),
  ])
  const business = toPublicBusiness(workspace ?? { name: store.name, business: noBusiness })
  const languages = shopLanguages(store.locale, workspace?.languages)
  const language = wanted !== undefined && languages.includes(wanted) ? wanted : store.locale
  return show({ store, base, language, languages, here, id, workspaceId, slug, business, pages: titles })
}

export const notFoundPage = (shop: Shop): { status: 404; page: string } => {
  const texts = textsFor(shop.language).shop
  return { status: 404, page: toErrorPage(shop, texts.notFound, texts.notFoundHint) }
}

export const showFrontPage = async ({ products }: ShopDeps, shop: OpenShop, page: number) => {
  const query = { page, limit: productsOnPage, status: 'active' as const }
  const { items, pagination } = await products.list(shop.workspaceId, query)
  const totalPages = 'totalPages' in pagination ? pagination.totalPages : 1
  return { status: 200 as const, page: toFrontPage(shop, items, { page, totalPages }) }
}

/** Places an order from the form. Redirects to the order, or shows the form again with the error. */
export const placeFormOrder = async (
  deps: ShopDeps,
  shop: OpenShop,
  body: Uint8Array,
): Promise<FormAnswer> => {
  const form = readOrderForm(Buffer.from(body).toString('utf8'))
  const texts = textsFor(shop.language).shop
  const parsed = NewOrder.safeParse(toNewOrder(form))
  if (!parsed.success) {
    const paths = parsed.error.issues.map(({ path }) => path.join('.'))
    return showForm(deps, shop, form, formError(shop.language, paths, mostUnitsOf(shop.store)))
  }
  if (!isFormKey(form.key)) return showForm(deps, shop, form, texts.sentAlready)
  try {
    const number = await nextOrderNumber(deps, shop.slug)
    const { order } = await retryAfterConflict(() =>
      createOrder(deps, shop.slug, number, parsed.data, form.key),
    )
    requireSame(order, parsed.data)
    const placed = { path: `/orders/${order.id}`, query: { token: form.key } }
    return { status: 303, location: shopAddress(shop, shop.language, placed) }
  } catch (error) {
    const message =
      error instanceof AppError ? orderError(shop.language, error.code, mostUnitsOf(shop.store)) : null
    if (message === null) throw error
    return showForm(deps, shop, form, message)
  }
}

export const showOrder = async (
  { orders }: ShopDeps,
  shop: OpenShop,
  orderId: string,
  token: string,
): Promise<{ status: 200 | 404; page: string }> => {
  const order = isId(orderId) ? await orders.findByToken(shop.workspaceId, hashSecret(token)) : null
  return order?.id === orderId ? { status: 200, page: toOrderPage(shop, order) } : notFoundPage(shop)
}

/** Shows the form again with a new key, or an error page without the form when the product no longer exists. */
const showForm = async (
  { products }: ShopDeps,
  shop: OpenShop,
  form: OrderForm,
  error: string,
): Promise<{ status: 422; page: string }> => {
  const [product] = isId(form.productId)
    ? await products.listActiveByIds(shop.workspaceId, [form.productId])
    : []
  const { notOrdered, gone } = textsFor(shop.language).shop
  if (!product) return { status: 422, page: toErrorPage(shop, notOrdered, gone) }
  const here = { path: `/products/${product.slug}` }
  return { status: 422, page: toProductPage({ ...shop, here }, product, { key: newSecret(), form, error }) }
}

/** Throws unless the form matches the order that its key already placed. */
const requireSame = (order: StoredOrder, { customer, items }: NewOrder): void => {
  const isSame =
    order.customer.name === customer.name &&
    order.customer.email === customer.email &&
    order.customer.phone === customer.phone &&
    order.items.length === items.length &&
    order.items.every(
      ({ productId, quantity }, at) => productId === items[at]?.productId && quantity === items[at].quantity,
    )
  if (!isSame)
    throw new AppError(
      'IDEMPOTENCY_KEY_REUSED',
      'This form was already submitted with different values; reload the page',
    )
}
