import { AppError, newSecret } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { isFormKey } from '@wp/public-pages'
import { textsFor } from '@wp/texts'
import type { StorefrontDeps } from '../deps.ts'
import { placeOrderOnce } from '../orders/order.actions.ts'
import { NewOrder } from '../orders/order.contract.ts'
import type { StoredOrder } from '../orders/order.types.ts'
import { hasVariants } from '../products/product.rules.ts'
import { mergeUnits, unitKey } from '../stock/stock.rules.ts'
import { changeCart, countUnits, toQuantity, withoutOrdered } from './cart.rules.ts'
import type { CartLine } from './cart.rules.ts'
import { toCartPage } from './cart.view.ts'
import type { ShownCart, ShownLine } from './cart.view.ts'
import { toErrorPage } from './layout.view.ts'
import {
  formError,
  mostUnitsOf,
  orderError,
  readOrderForm,
  seenTotal,
  toNewOrder,
} from './order-form.rules.ts'
import type { OrderForm } from './order-form.rules.ts'
import type { OpenShop, ShopDeps } from './shop.actions.ts'
import { shopAddress } from './shop.rules.ts'

/** A redirect after a form, with the resulting cart. */
type Redirect = { status: 303; location: string; cart: CartLine[] }
type FormAnswer = Redirect | { status: 422; page: string }

export const showCart = async (deps: ShopDeps, shop: OpenShop, isFull: boolean) => {
  const cart = await loadCart(deps, shop, shop.cart)
  return { status: 200 as const, page: toCartPage(shop, cart, { key: newSecret(), isFull }) }
}

export const changeCartByForm = (shop: OpenShop, body: Uint8Array): Redirect => {
  const { lines, isFull } = changeCart(shop.cart, toFields(body))
  const path = { path: '/cart', ...(isFull && { query: { full: '1' } }) }
  return { status: 303, location: shopAddress(shop, shop.language, path), cart: lines }
}

/** Places an order from the form. Redirects to the order, or shows the cart again with the error. */
export const placeFormOrder = async (
  deps: ShopDeps,
  shop: OpenShop,
  body: Uint8Array,
): Promise<FormAnswer> => {
  const form = readOrderForm(toFields(body))
  const texts = textsFor(shop.language).shop
  const parsed = NewOrder.safeParse(toNewOrder(form, shop.business.address?.countryCode ?? null))
  if (!parsed.success) {
    const paths = parsed.error.issues.map(({ path }) => path.join('.'))
    return showForm(deps, shop, form, formError(shop.language, paths, mostUnitsOf(shop.store)))
  }
  if (!isFormKey(form.key)) return showForm(deps, shop, form, texts.sentAlready)
  try {
    const seen = { key: form.key, totalMinor: seenTotal(form) }
    const order = await placeOrderOnce(deps, shop.store, parsed.data, seen)
    requireSame(order, parsed.data)
    const placed = { path: `/orders/${order.id}`, query: { token: form.key } }
    return {
      status: 303,
      location: shopAddress(shop, shop.language, placed),
      cart: withoutOrdered(shop.cart, order.items),
    }
  } catch (error) {
    const message =
      error instanceof AppError ? orderError(shop.language, error, mostUnitsOf(shop.store)) : null
    if (message === null) throw error
    return showForm(deps, shop, form, message)
  }
}

const toFields = (body: Uint8Array): URLSearchParams =>
  new URLSearchParams(Buffer.from(body).toString('utf8'))

/** Returns the lines of a cart with their products, prices and stock, without those that are not for sale. */
const loadCart = async (
  { products }: Pick<StorefrontDeps, 'products'>,
  { workspaceId, store }: OpenShop,
  lines: readonly CartLine[],
): Promise<ShownCart> => {
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  const found = ids.length === 0 ? [] : await products.listActiveByIds(workspaceId, ids)
  const shown = lines.flatMap((line): ShownLine[] => {
    const product = found.find(({ id }) => id === line.productId)
    if (!product) return []
    const variant = findVariant(product, line.variantId)
    if (variant === undefined) return []
    const { priceMinor, stock } = variant ?? product
    const { quantity } = line
    const left = stock !== null && stock < quantity ? stock : null
    return [{ product, variant, quantity, totalMinor: priceMinor * quantity, left }]
  })
  return {
    lines: shown,
    totalMinor: shown.reduce((sum, { totalMinor }) => sum + totalMinor, 0),
    isIncomplete: shown.length < lines.length,
    isTooLarge: countUnits(shown) > (store.maxQuantityPerOrder ?? Number.POSITIVE_INFINITY),
  }
}

/** Returns null for a product without variants, and undefined when the variant is not for sale. */
const findVariant = (product: ShownLine['product'], variantId: Id | null): ShownLine['variant'] | undefined =>
  variantId === null && !hasVariants(product)
    ? null
    : product.variants?.find(({ id, isActive }) => id === variantId && isActive)

/**
 * Shows the form again with a new key, or an error page without the form when none of its products is for
 * sale anymore.
 */
const showForm = async (
  deps: ShopDeps,
  shop: OpenShop,
  form: OrderForm,
  error: string,
): Promise<{ status: 422; page: string }> => {
  const lines = form.units.map(({ quantity, ...unit }) => ({ ...unit, quantity: toQuantity(quantity) || 1 }))
  const cart = await loadCart(deps, shop, mergeUnits(lines) as CartLine[])
  const { notOrdered, gone } = textsFor(shop.language).shop
  if (cart.lines.length === 0) return { status: 422, page: toErrorPage(shop, notOrdered, gone) }
  const here = { path: '/cart' }
  return { status: 422, page: toCartPage({ ...shop, here }, cart, { key: newSecret(), form, error }) }
}

/** Throws unless the form matches the order that its key already placed. */
const requireSame = (order: StoredOrder, { customer, items, delivery, note }: NewOrder): void => {
  const toText = (units: readonly { productId: Id; variantId?: Id | null; quantity: number }[]) =>
    mergeUnits(units)
      .map((unit) => `${unitKey(unit)}-${unit.quantity}`)
      .join()
  const isSame =
    order.customer.name === customer.name &&
    order.customer.email === customer.email &&
    order.customer.phone === customer.phone &&
    JSON.stringify(order.delivery ?? null) === JSON.stringify(delivery) &&
    (order.note ?? null) === note &&
    toText(order.items) === toText(items)
  if (!isSame)
    throw new AppError(
      'IDEMPOTENCY_KEY_REUSED',
      'This form was already submitted with different values; reload the page',
    )
}
