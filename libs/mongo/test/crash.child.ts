// Runs one write with an idempotency key and kills itself at the given point. Arguments: database URL, database name,
// scope, key, point.
import { systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { mongoIdempotency, openDatabase } from '../src/index.ts'
import { makeOrder, orders } from './orders.ts'

const [url = '', name = '', scope = '', key = '', point = ''] = process.argv.slice(2)
const die = () => process.kill(process.pid, 'SIGKILL')

const db = await openDatabase({
  url,
  name,
  clock: systemClock,
  logger: createLogger({ service: 'child', level: 'silent' }),
  metrics: createMetrics('child'),
  collections: [orders],
})
if (point === 'before the transaction') die()
await mongoIdempotency(db).run(
  {
    scope,
    workspaceId: null,
    key,
    bodyHash: 'h',
    routeId: 'createOrder',
    mode: 'transaction',
    isSecret: false,
  },
  async () => {
    const made = await makeOrder(db, scope)
    if (point === 'inside the transaction') die()
    return made
  },
)
die()
