import { AppError, hashSecret, isId, newSecret } from '@wp/kernel'
import { retryAfterConflict } from '@wp/mongo'
import type { StorefrontDeps } from '../deps.ts'
import { createOrder } from '../orders/order.actions.ts'
import { NewOrder } from '../orders/order.contract.ts'
import type { StoredOrder } from '../orders/order.store.ts'
import type { StoredStore } from '../store/store.store.ts'
import { formFault, isFormKey, orderFault, readOrderForm, toNewOrder } from './shop.rules.ts'
import type { OrderForm } from './shop.rules.ts'
import type { Shop } from './shop.view.ts'
import { noShopPage, toFaultPage, toFrontPage, toOrderPage, toProductPage } from './shop.view.ts'
import { wordsOf } from './words.view.ts'

type ShopDeps = Pick<
  StorefrontDeps,
  'db' | 'clock' | 'workspaces' | 'stores' | 'pages' | 'products' | 'orders'
>
type Answer = { status: number }
type FormAnswer = { status: 422; page: string } | { status: 303; location: string }
type OpenShop = Shop & { id: StoredStore['id']; workspaceId: string; slug: string }

const productsOnPage = 24

/** Runs `show` in a shop; 404, as a page, where there is no published one. `isOwnDomain`: links are without `/shop/:slug`. */
export const inShop = async <Result extends Answer>(
  { stores, pages }: ShopDeps,
  slug: string,
  isOwnDomain: boolean,
  show: (shop: OpenShop) => Promise<Result>,
): Promise<Result | { status: 404; page: string }> => {
  const store = await stores.findPublished(slug)
  if (!store) return { status: 404, page: noShopPage }
  const { id, workspaceId } = store
  const base = isOwnDomain ? '' : `/shop/${slug}`
  const shop = { store, base, id, workspaceId, slug, pages: await pages.listActiveTitles(workspaceId) }
  return show(shop)
}

export const notFoundPage = (shop: Shop): { status: 404; page: string } => {
  const words = wordsOf(shop.store.locale)
  return { status: 404, page: toFaultPage(shop, words.notFound, words.notFoundHint) }
}

export const showFrontPage = async ({ products }: ShopDeps, shop: OpenShop, page: number) => {
  const query = { page, limit: productsOnPage, status: 'active' as const }
  const { items, pagination } = await products.list(shop.workspaceId, query)
  const totalPages = 'totalPages' in pagination ? pagination.totalPages : 1
  return { status: 200 as const, page: toFrontPage(shop, items, { page, totalPages }) }
}

/** Takes the order form: leads to the order, or shows the form again with what is wrong. */
export const placeFormOrder = async (
  deps: ShopDeps,
  shop: OpenShop,
  body: Uint8Array,
): Promise<FormAnswer> => {
  const form = readOrderForm(Buffer.from(body).toString('utf8'))
  const words = wordsOf(shop.store.locale)
  const parsed = NewOrder.safeParse(toNewOrder(form))
  if (!parsed.success) {
    const paths = parsed.error.issues.map(({ path }) => path.join('.'))
    return showForm(deps, shop, form, formFault(words, paths))
  }
  if (!isFormKey(form.key)) return showForm(deps, shop, form, words.sentAlready)
  try {
    const { order } = await retryAfterConflict(() => createOrder(deps, shop.slug, parsed.data, form.key))
    requireSame(order, parsed.data)
    return { status: 303, location: `${shop.base}/orders/${order.id}?token=${form.key}` }
  } catch (error) {
    const fault = error instanceof AppError ? orderFault(words, error.code) : null
    if (fault === null) throw error
    return showForm(deps, shop, form, fault)
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

/** The form once more, with a key of its own; a page without it when its product is gone. */
const showForm = async (
  { products }: ShopDeps,
  shop: OpenShop,
  form: OrderForm,
  fault: string,
): Promise<{ status: 422; page: string }> => {
  const [product] = isId(form.productId)
    ? await products.listActiveByIds(shop.workspaceId, [form.productId])
    : []
  const { notOrdered, gone } = wordsOf(shop.store.locale)
  if (!product) return { status: 422, page: toFaultPage(shop, notOrdered, gone) }
  return { status: 422, page: toProductPage(shop, product, { key: newSecret(), form, fault }) }
}

/** The same form sent twice is one order; another one under its key is refused. */
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
      'This form was sent already with something else in it: load the page again',
    )
}
