import { uniqueName } from '@wp/testing'
import { newLabTest, newSession, openTill } from './scene.ts'
import type { Row } from './scene.ts'

/** Operations that take a key but cannot store their reply in the transaction of their work. */
export const sagas: Record<string, Row> = {
  createStaff: {
    service: 'scheduling',
    prepare: async ({ identity, scheduling }) => {
      const { role } = (await identity.createRole({ name: uniqueName('R'), permissions: ['sessions.view'] }))
        .body
      const body = { name: 'Mona', email: `${uniqueName('staff')}@shop.example`, roleId: role.id }
      return (headers) => scheduling.createStaff({ body, headers })
    },
  },
  createSessionInvoice: {
    service: 'scheduling',
    prepare: async (scene) => {
      const params = await newSession(scene)
      return (headers) => scene.scheduling.createSessionInvoice({ params, headers })
    },
  },
  createTestInvoice: {
    service: 'labs',
    prepare: async (scene) => {
      const params = await newLabTest(scene)
      return (headers) => scene.labs.createTestInvoice({ params, headers })
    },
  },
  createTestIncome: {
    service: 'labs',
    prepare: async (scene) => {
      const params = await newLabTest(scene)
      return (headers) => scene.labs.createTestIncome({ params, headers })
    },
  },
  finalizeInvoice: {
    service: 'pos',
    prepare: async (scene) => {
      const items = [{ name: 'Vase', quantity: 2, unitPrice: 12.5 }]
      const { invoice } = (await scene.pos.createInvoice({ sessionId: await openTill(scene), items })).body
      return (headers) => scene.pos.finalizeInvoice({ params: { invoiceId: invoice.id }, headers })
    },
  },
}
