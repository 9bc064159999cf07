import { defineRoute, open, resource, totalRange, withDateRange, withTotalRange, workspace } from '@wp/http'
import { DateOrTimestamp, EmailAddress, IdString, nonBlank, pageQuery, Pagination } from '@wp/kernel'
import { TaxLine } from '@wp/workspaces'
import { z } from 'zod'

export const OrderStatus = z.enum(['pending', 'confirmed', 'fulfilled', 'cancelled'])
export type OrderStatus = z.output<typeof OrderStatus>

const Customer = z.object({
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

const OrderItem = z.object({
  productId: IdString,
  name: z.string(),
  quantity: z.int(),
  unitPrice: z.number(),
  total: z.number(),
})

export const Order = resource('Order', {
  workspaceId: IdString,
  storeId: IdString,
  status: OrderStatus,
  customer: Customer,
  items: z.array(OrderItem).describe('Names and prices as they were when the order was placed'),
  total: z.number(),
  taxes: z.array(TaxLine).describe('The taxes that the total contains, by rate'),
  currencyCode: z.string(),
})
export type Order = z.output<typeof Order>

/** The largest quantity of one product in an order. */
export const maxItemQuantity = 10_000

export const NewOrder = z.object({
  customer: z
    .object({
      name: nonBlank(200),
      email: EmailAddress.nullable().default(null),
      phone: nonBlank(40).nullable().default(null),
    })
    .refine(({ email, phone }) => email !== null || phone !== null, {
      path: ['email'],
      error: 'is required unless phone is given',
    }),
  items: z
    .array(z.object({ productId: IdString, quantity: z.int().min(1).max(maxItemQuantity) }))
    .min(1)
    .max(100),
})
export type NewOrder = z.output<typeof NewOrder>

export const OrderFilter = withDateRange(
  withTotalRange(
    pageQuery.extend({
      status: OrderStatus.optional(),
      customerEmail: EmailAddress.optional(),
      customerPhone: nonBlank(40).optional(),
      from: DateOrTimestamp.optional(),
      to: DateOrTimestamp.optional(),
      ...totalRange,
    }),
  ),
  'local instant',
)
export type OrderFilter = z.output<typeof OrderFilter>

const OneOrder = z.object({ order: Order })
const path = '/workspace/:workspaceId/storefront/orders'
const tag = 'Storefront orders'
const publicTag = 'Public storefront'

export const createOrder = defineRoute({
  id: 'createOrder',
  method: 'POST',
  path: '/public/storefront/stores/:slug/orders',
  summary: 'Place an order',
  description:
    "The shop's current prices apply. The buyer can read the order with the `token`, which is returned only once and stored as a hash. An order may contain at most the store's `maxQuantityPerOrder` units in total, and is cancelled if it is still pending after the store's `orderExpiryMinutes`.",
  tag: publicTag,
  access: open(),
  rate: 'order',
  host: 'custom-domain',
  body: NewOrder,
  idempotency: 'sealed', // the reply contains the token
  replies: { 201: z.object({ order: Order, token: z.string() }) },
  fails: [400, 404, 409, 422],
})

export const getPublicOrder = defineRoute({
  id: 'getPublicOrder',
  method: 'GET',
  path: '/public/storefront/orders/:orderId',
  summary: 'Get an order with its token',
  description: "Requires the order's token.",
  tag: publicTag,
  access: open(),
  host: 'custom-domain',
  query: z.object({ token: z.string().min(1).max(200) }),
  replies: { 200: OneOrder },
  fails: [400, 404],
})

export const listOrders = defineRoute({
  id: 'listOrders',
  method: 'GET',
  path,
  summary: 'List orders',
  description:
    "Sorted by creation time, newest first. `from` and `to` given as days mean days in the workspace's time zone. `minTotal` and `maxTotal` are inclusive and match orders in the shop's currency.",
  tag,
  access: workspace('store.orders.view'),
  query: OrderFilter,
  replies: { 200: z.object({ orders: z.array(Order), pagination: Pagination }) },
  fails: [400, 401, 403, 404, 422],
})

export const getOrder = defineRoute({
  id: 'getOrder',
  method: 'GET',
  path: `${path}/:orderId`,
  summary: 'Get an order',
  tag,
  access: workspace('store.orders.view'),
  replies: { 200: OneOrder },
  fails: [400, 401, 403, 404],
})

export const setOrderStatus = defineRoute({
  id: 'setOrderStatus',
  method: 'PATCH',
  path: `${path}/:orderId/status`,
  summary: "Change an order's status",
  description:
    "Pending orders can be confirmed or cancelled; confirmed orders can be fulfilled or cancelled. Cancelling returns the stock. Orders that stay pending longer than the store's `orderExpiryMinutes` are cancelled automatically.",
  tag,
  access: workspace('store.orders.manage'),
  body: z.object({ status: OrderStatus }),
  replies: { 200: OneOrder },
  fails: [400, 401, 403, 404, 422],
})
