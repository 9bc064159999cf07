import { join } from 'node:path'
import { trusted } from '@wp/mongo'
import * as storefront from '@wp/storefront/contract'
import {
  inProcess,
  newWorkspace,
  openTestDatabase,
  rpcOf,
  startReplica,
  tcpProxy,
  uniqueName,
} from '@wp/testing'
import type { TestWorkspace } from '@wp/testing'
import { expect } from 'vitest'
import * as contract from '../src/contract.ts'
import { invoiceCollection } from '../src/invoices/invoice.store.ts'
import { pos } from '../src/service.ts'
import { newInvoice } from './till.ts'
import type { PosApi } from './till.ts'

/** Creates a shop and returns functions to create and remove products and to read their stock. */
export const newShop = async (workspace: Pick<TestWorkspace, 'use'>) => {
  const shop = workspace.use(storefront)
  await shop.putStore({ slug: uniqueName('shop-'), name: 'Blue Moon', isPublished: true })
  return {
    newProduct: async (stock: number | null) =>
      (await shop.createProduct({ name: uniqueName('Vase '), price: 12.5, stock, status: 'active' })).body
        .product.id,
    removeProduct: (productId: string) => shop.deleteProduct({ params: { productId } }),
    stockOf: async (productId: string) =>
      (await shop.getProduct({ params: { productId } })).body.product.stock,
  }
}

/** Creates a draft for `quantity` units of a product. */
export const newProductInvoice = (
  till: { api: PosApi; sessionId: string },
  productId: string,
  quantity = 2,
) => newInvoice(till, { items: [{ productId, name: 'Vase', quantity, unitPrice: 12.5 }] })

/**
 * Runs pos in this process, with a proxy to storefront, an open till and a product with a stock of five. `prepare` runs
 * before pos copies the workspace.
 */
export const withProxy = async (prepare?: (workspace: Pick<TestWorkspace, 'use'>) => Promise<unknown>) => {
  const workspace = await newWorkspace(contract)
  await prepare?.(workspace)
  const { newProduct, stockOf } = await newShop(workspace)
  const productId = await newProduct(5)
  const proxy = await tcpProxy(rpcOf('storefront'))
  const prefix = `${uniqueName('t')}_`
  const running = await inProcess(pos, {
    env: { STOREFRONT_RPC: proxy.address, DATABASE_PREFIX: prefix, RPC_DEADLINE_MS: '2000' },
  })
  const db = await openTestDatabase(`${prefix}pos`, { collections: [invoiceCollection] })
  const api = running.as(contract, workspace)
  const { session } = (await api.openTillSession({})).body
  const invoices = db.tenant(invoiceCollection)(workspace.workspaceId)
  return {
    ...workspace,
    api,
    sessionId: session.id,
    productId,
    stock: () => stockOf(productId),
    proxy,
    invoices,
    /** Makes the pending step overdue and runs the recovery job. */
    recover: async (invoiceId: string) => {
      await invoices.updateIf(
        { id: invoiceId, stockUntil: trusted({ $ne: null }) },
        { stockUntil: new Date(0) },
      )
      await running.runJob('complete-stock-steps')
    },
    /** Starts a second replica in another process. */
    startReplica: () =>
      startReplica(join(import.meta.dirname, '../src/main.ts'), {
        STOREFRONT_RPC: proxy.address,
        DATABASE_PREFIX: prefix,
        NATS_URL: running.natsUrl,
      }),
    /** Checks that the invoice is an unlocked draft and its stock was released. */
    expectReleased: async (invoiceId: string, stock = 5) => {
      expect((await api.getInvoice({ params: { invoiceId } })).body.invoice).toMatchObject({
        status: 'draft',
        number: null,
      })
      expect(await invoices.get({ id: invoiceId })).toMatchObject({ stockStep: null, stockReference: null })
      expect(await stockOf(productId)).toBe(stock)
    },
    stop: async () => {
      proxy.close()
      await db.close()
      await running.stop()
    },
  }
}
