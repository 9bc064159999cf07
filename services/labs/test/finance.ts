import { newId, systemClock } from '@wp/kernel'
import { financeService } from '@wp/protos'
import { implement, rpcServer } from '@wp/rpc'
import { createLogger, createMetrics } from '@wp/telemetry'

type Booked = { id: string; actorId: string; amountMinor: number; reference: { type: string; id: string } }

/** Finance as labs sees it: one income for each reference. */
export const startFinance = async () => {
  const booked: Booked[] = []
  const server = rpcServer({
    host: '127.0.0.1',
    port: 0,
    services: [
      implement(financeService, {
        createIncome: ({ reference, actorId, amountMinor, ...income }) => {
          const { type, id } = reference!
          const known = booked.find((each) => each.reference.type === type && each.reference.id === id)
          const entry = known ?? { id: newId(), actorId, amountMinor, reference: { type, id } }
          if (!known) booked.push(entry)
          const at = systemClock.now().toISOString()
          return Promise.resolve({
            income: {
              ...income,
              ...entry,
              source: null,
              notes: null,
              receipts: [],
              createdAt: at,
              updatedAt: at,
            },
          })
        },
      }),
    ],
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    development: false,
  })
  const address = await server.start()
  return { address, booked, stop: () => server.close(0) }
}
