import { semaphore } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { requestContext } from '@wp/telemetry'
import type { Logger } from '@wp/telemetry'
import { publishProductChanged } from '../products/product.events.ts'
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
/**
 * A product is locked while it is settled, which takes long on a busy database. So its next settlement waits this many
 * times as long, up to a second, and a hot product is locked for about a tenth of the time.
 */
const restFactor = 9
const longestRestMs = 1000
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
  const waiting = new Map<Id, { workspaceId: Id; items: ReservedItem[] }>()
  let settling: Promise<void> | null = null
  let isClosing = false
  let startNow = (): void => undefined
  /** When products that were settled slowly may be settled again. */
  const restsUntil = new Map<Id, number>()

  const settle = async (productId: Id, workspaceId: Id, items: readonly ReservedItem[]): Promise<void> => {
    const started = performance.now()
    const ids = [...new Set(items.map(({ holdId }) => holdId!))]
    try {
      await db.transaction(async (tx) => {
        const product = await heldStock.settleIf(workspaceId, productId, ids)
        if (product) publishProductChanged(tx, 'updated', product)
      })
    } catch (error) {
      logger.warn({ err: error, productId, workspaceId }, 'failed to settle stock; recovery will retry')
    }
    const now = performance.now()
    restsUntil.set(productId, now + Math.min(longestRestMs, restFactor * (now - started)))
  }

  /** Removes the products that may be settled now from those that wait, and returns them. */
  const takeReady = () => {
    const now = performance.now()
    for (const [productId, until] of restsUntil) if (isClosing || until <= now) restsUntil.delete(productId)
    const ready = [...waiting].filter(([productId]) => !restsUntil.has(productId))
    for (const [productId] of ready) waiting.delete(productId)
    return ready
  }

  const settleAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, isClosing ? 0 : delayMs)
        startNow = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      const slots = semaphore(maxAtOnce)
      await Promise.all(
        takeReady().map(([productId, { workspaceId, items }]) =>
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
      isClosing = true
      startNow()
      await settling
    },
  }
}
