import { defineRoute, open, resource, totalRange, withDateRange, withTotalRange, workspace } from '@wp/http'
import { DateOrTimestamp, EmailAddress, IdString, nonBlank, pageQuery, Pagination } from '@wp/kernel'
import { TaxLine } from '@wp/workspaces'
import { z } from 'zod'
import { DeliveryKind } from '../shop-settings/shop-settings.contract.ts'

export const OrderStatus = z.enum(['pending', 'confirmed', 'fulfilled', 'cancelled', 'refunded'])
export type OrderStatus = z.output<typeof OrderStatus>

const Customer = z.object({
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

const OrderItem = z.object({
  id: IdString,
  productId: IdString,
  variantId: IdString.nullable().describe('Null for a product without variants'),
  name: z.string().describe('Includes the name of the variant'),
  quantity: z.int(),
  unitPrice: z.number(),
  total: z.number(),
})

const RefundedItem = z.object({ itemId: IdString, quantity: z.int() })

export const OrderRefund = z
  .object({
    id: IdString,
    amount: z.number(),
    items: z.array(RefundedItem).describe('Empty when only an amount was refunded'),
    restock: z.boolean().describe('Whether the items were returned to stock'),
    reason: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'OrderRefund' })

const DeliveryAddress = z
  .object({
    line1: z.string(),
    line2: z.string().nullable(),
    city: z.string(),
    region: z.string().nullable(),
    postalCode: z.string().nullable(),
    countryCode: z.string().nullable(),
  })
  .meta({ id: 'DeliveryAddress' })

const Delivery = z
  .object({
    kind: DeliveryKind,
    address: DeliveryAddress.nullable().describe('Null when the customer picks up the order'),
  })
  .meta({ id: 'OrderDelivery' })

export const Order = resource('Order', {
  workspaceId: IdString,
  storeId: IdString,
  number: z
    .int()
    .nullable()
    .describe("Numbers the store's orders from 1, with gaps. Null in orders from older versions"),
  status: OrderStatus,
  customer: Customer,
  delivery: Delivery.nullable().describe('Null when the store did not ask for it'),
  note: z.string().nullable().describe('What the customer wrote to the store'),
  items: z.array(OrderItem).describe('Names and prices as they were when the order was placed'),
  total: z.number(),
  refundedTotal: z.number().describe('The sum of all refunds'),
  refunds: z.array(OrderRefund).describe('Oldest first'),
  taxes: z.array(TaxLine).describe('The taxes that the total contains, by rate; refunds do not change them'),
  currencyCode: z.string(),
})
export type Order = z.output<typeof Order>

/** The largest quantity of one product in an order. */
export const maxItemQuantity = 10_000

const part = (max: number) => nonBlank(max).nullable().default(null)

const NewDelivery = z
  .object({
    kind: DeliveryKind.describe("One of the store's `deliveryKinds`"),
    address: z
      .object({
        line1: nonBlank(200),
        line2: part(200),
        city: nonBlank(100),
        region: part(100),
        postalCode: part(20),
        countryCode: z
          .string()
          .regex(/^[A-Z]{2}$/, { error: 'must be an ISO 3166-1 country code, such as EG' })
          .nullable()
          .default(null),
      })
      .nullable()
      .default(null),
  })
  .refine(({ kind, address }) => kind === 'pickup' || address !== null, {
    path: ['address'],
    error: 'is required for the kind address',
  })
  .refine(({ kind, address }) => kind === 'address' || address === null, {
    path: ['address'],
    error: 'cannot be combined with the kind pickup',
  })

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
    .array(
      z.object({
        productId: IdString,
        variantId: IdString.nullable().default(null).describe('Required for a product with variants'),
        quantity: z.int().min(1).max(maxItemQuantity),
      }),
    )
    .min(1)
    .max(100)
    .describe('Items with the same product and variant are added up'),
  delivery: NewDelivery.nullable()
    .default(null)
    .describe('Required if the store has `deliveryKinds`, otherwise not allowed'),
  note: nonBlank(1000).nullable().default(null),
})
export type NewOrder = z.output<typeof NewOrder>

/** The maximum number of refunds per order. */
export const maxRefunds = 100

export const NewOrderRefund = z.object({
  items: z
    .array(z.object({ itemId: IdString, quantity: z.int().min(1).max(1_000_000) }))
    .min(1)
    .max(100)
    .optional()
    .describe('The returned items; without `items` and `amount`, everything that is left'),
  amount: z
    .number()
    .min(0)
    .optional()
    .describe('Defaults to the price of the items, or to everything that is left'),
  restock: z.boolean().default(true).describe('Returns the items to stock'),
  reason: nonBlank(2000).nullable().default(null),
})
export type NewOrderRefund = z.output<typeof NewOrderRefund>
export const OrderFilter = withDateRange(
  withTotalRange(
    pageQuery.extend({
      status: OrderStatus.optional(),
      number: z.coerce.number().int().min(1).optional().describe('The number of an order'),
      search: nonBlank(100)
        .optional()
        .describe("Matches the beginning of words in the customer's name, email address and phone number"),
      customerEmail: EmailAddress.optional().describe('Orders with this email address'),
      customerPhone: nonBlank(40).optional().describe('Orders with this phone number, as it was entered'),
      from: DateOrTimestamp.optional().describe(
        "Orders placed from this time on, inclusive; a day means its start in the workspace's time zone",
      ),
      to: DateOrTimestamp.optional().describe(
        "Orders placed until this time, inclusive; a day means its end in the workspace's time zone",
      ),
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
    "Pending orders can be confirmed or cancelled; confirmed orders can be fulfilled or cancelled. Cancelling returns the stock. Orders that stay pending longer than the store's `orderExpiryMinutes` are cancelled automatically. Fulfilled orders can be refunded.",
  tag,
  access: workspace('store.orders.manage'),
  body: z.object({ status: OrderStatus.exclude(['refunded']) }),
  replies: { 200: OneOrder },
  fails: [400, 401, 403, 404, 422],
})

export const refundOrder = defineRoute({
  id: 'refundOrder',
  method: 'POST',
  path: `${path}/:orderId/refunds`,
  summary: 'Refund an order',
  description:
    'Refunds all or part of a fulfilled order: some items, an amount, or everything that is left. The refunds of an order add up to at most its total; an order whose whole total was refunded gets the status `refunded`. Books an expense in finance and sends the message `order.refunded` to the customer. An order can have 100 refunds.',
  tag,
  access: workspace('store.orders.manage'),
  body: NewOrderRefund,
  replies: { 201: z.object({ order: Order, refund: OrderRefund }) },
  fails: [400, 401, 403, 404, 409, 422],
})
