import { semaphore } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { requestContext } from '@wp/telemetry'
import type { Logger } from '@wp/telemetry'
import { publishStockChanged } from '../products/product.events.ts'
import type { heldStockStore } from './held-stock.store.ts'
import type { ReservedItem } from './stock.rules.ts'

/**
 * Removes reservations from their products once their order or invoice is stored, and publishes the remaining
 * stock.
 */
export type StockSettlement = {
  /** Settles reserved stock soon, together with other reservations of the same products. */
  add(workspaceId: Id, reserved: readonly ReservedItem[]): void
  /** Settles the remaining reservations. */
  close(): Promise<void>
}

/** Reservations of a product within this time are settled together, so that a hot product is rarely locked. */
const delayMs = 100
const maxAtOnce = 4

export const openStockSettlement = ({
  db,
  heldStock,
  logger,
}: {
  db: Database
  heldStock: ReturnType<typeof heldStockStore>
  logger: Logger
}): StockSettlement => {
  let waiting = new Map<Id, { workspaceId: Id; items: ReservedItem[] }>()
  let settling: Promise<void> | null = null
  let startNow = (): void => undefined

  const settle = async (productId: Id, workspaceId: Id, items: readonly ReservedItem[]): Promise<void> => {
    const ids = [...new Set(items.map(({ holdId }) => holdId!))]
    const variantIds = new Set(items.map(({ variantId }) => variantId))
    try {
      await db.transaction(async (tx) => {
        const product = await heldStock.settleIf(workspaceId, productId, ids)
        if (product)
          publishStockChanged(
            tx,
            [...variantIds].map((variantId) => ({ product, variantId })),
          )
      })
    } catch (error) {
      logger.warn({ err: error, productId, workspaceId }, 'failed to settle stock; recovery will retry')
    }
  }

  const settleAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delayMs)
        startNow = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      const batch = waiting
      waiting = new Map()
      const slots = semaphore(maxAtOnce)
      await Promise.all(
        [...batch].map(([productId, { workspaceId, items }]) =>
          slots(() => settle(productId, workspaceId, items)),
        ),
      )
    }
    settling = null
  }

  return {
    add: (workspaceId, reserved) => {
      for (const item of reserved) {
        const known = waiting.get(item.productId)
        if (known) known.items.push(item)
        else waiting.set(item.productId, { workspaceId, items: [item] })
      }
      if (waiting.size > 0) settling ??= requestContext.runWithoutDeadline(settleAll)
    },
    close: async () => {
      startNow()
      await settling
    },
  }
}
