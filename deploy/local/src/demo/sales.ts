import { pos } from '@workspace-platform/client/pos'
import type { Service } from '@workspace-platform/client/scheduling'
import type { People } from './people.ts'
import { forEach, numbers, pick, type Scene } from './scene.ts'

const sales = 24

/**
 * Opens a till and creates a day's sales of services, some with a discount and one refunded. The platform books the
 * income.
 */
export const sellAtTill = async (scene: Scene, { clients }: People, services: Service[]): Promise<void> => {
  scene.progress.begin('sales')
  const till = scene.owner.use(pos)
  const { session } = await till.openTillSession({ body: { register: 'Front', openingFloat: 100 } })
  await forEach(scene, numbers(sales), async (index) => {
    const service = pick(services, index)
    const item = { serviceId: service.id, name: service.name, quantity: 1, unitPrice: service.price ?? 25 }
    const { invoice } = await till.createInvoice({
      body: { sessionId: session.id, clientId: pick(clients, index * 7).id, items: [item] },
    })
    const params = { invoiceId: invoice.id }
    if (index % 6 === 0)
      await till.addInvoiceDiscount({ params, body: { kind: 'percentage', value: 10, reason: 'Regular' } })
    const { invoice: final } = await till.finalizeInvoice({ params })
    if (index === sales - 1) return // The last sale stays unpaid.
    const method = pick(['cash', 'card', 'transfer'] as const, index)
    await till.payInvoice({ params, body: { sessionId: session.id, method, amount: final.total } })
    if (index === 3)
      await till.refundInvoice({
        params,
        body: { sessionId: session.id, method, amount: final.total, reason: 'Not content' },
      })
  })
}
