import { minorRange, reply } from '@wp/http'
import { AppError, instantRange } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { onConflict } from '@wp/mongo'
import { handle } from '../deps.ts'
import type { StorefrontDeps } from '../deps.ts'
import { createOrder, getOrderByToken, prepareOrder, setOrderStatus } from './order.actions.ts'
import type { PreparedOrder } from './order.actions.ts'
import { refundOrder } from './order-refund.actions.ts'
import * as routes from './order.contract.ts'
import { toOrder, toOrderRefund } from './order.view.ts'

type Prepared = { workspaceId: Id; prepared: PreparedOrder }

/** The order took so long that its stock was released. Unlike a conflict, this reply is not stored for the key. */
const tryAgain = (cause: AppError): AppError =>
  new AppError('UNAVAILABLE', 'The reservation of the items has expired; try again', {
    cause,
    retryAfterSeconds: 1,
  })

export const orderHandlers = (deps: StorefrontDeps) => [
  handle(
    routes.createOrder,
    async (_request, { workspaceId, prepared }: Prepared) => {
      const { order, token } = await onConflict(() => createOrder(deps, workspaceId, prepared), tryAgain)
      return reply(201, { order: toOrder(order), token })
    },
    {
      prepare: async ({ params, body, idempotencyKey: key }) => {
        const store = await deps.shopSettings.getPublished(params.slug)
        return { workspaceId: store.workspaceId, prepared: await prepareOrder(deps, store, body, { key }) }
      },
    },
  ),

  handle(routes.getPublicOrder, async ({ params, query }) =>
    reply(200, { order: toOrder(await getOrderByToken(deps, params.orderId, query.token)) }),
  ),

  handle(routes.listOrders, async ({ workspaceId, workspace, query }) => {
    const { from, to, minTotal, maxTotal, ...rest } = query
    const hasAmount = minTotal !== undefined || maxTotal !== undefined
    const shop = hasAmount ? await deps.shopSettings.find(workspaceId) : null
    const { currencyCode } = shop ?? workspace.settings
    const { items, pagination } = await deps.orders.list(workspaceId, {
      ...rest,
      ...instantRange({ from, to }, workspace.settings.timeZone),
      ...minorRange({ minTotal, maxTotal }, currencyCode),
    })
    return reply(200, { orders: items.map(toOrder), pagination })
  }),

  handle(routes.getOrder, async ({ workspaceId, params }) =>
    reply(200, { order: toOrder(await deps.orders.get(workspaceId, params.orderId)) }),
  ),

  handle(routes.setOrderStatus, async ({ workspaceId, params, body }) => {
    const order = await setOrderStatus(deps, workspaceId, params.orderId, body.status)
    return reply(200, { order: toOrder(order) })
  }),

  handle(routes.refundOrder, async ({ workspaceId, params, body }) => {
    const { order, refund } = await refundOrder(deps, workspaceId, params.orderId, body)
    return reply(201, { order: toOrder(order), refund: toOrderRefund(refund, order.currencyCode) })
  }),
]
