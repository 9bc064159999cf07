// Places an order and kills itself at the given point. Arguments: database URL and name, workspace id, key, point,
// product ids.
import { systemClock } from '@wp/kernel'
import { openDatabase } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'
import { createOrder } from '../src/orders/order.actions.ts'
import { storefrontCollections } from '../src/service.ts'
import { orderDeps, prepareOne } from './order-scene.ts'

const [url = '', name = '', workspaceId = '', key = '', point = '', ...productIds] = process.argv.slice(2)
const die = (at: string): void => {
  if (at === point) process.kill(process.pid, 'SIGKILL')
}

const db = await openDatabase({
  url,
  name,
  clock: systemClock,
  logger: createLogger({ service: 'child', level: 'silent' }),
  metrics: createMetrics('child'),
  collections: storefrontCollections,
})
const deps = orderDeps(db)
const { heldStock } = deps
let held = 0
const holdIf: typeof heldStock.holdIf = async (...args) => {
  const product = await heldStock.holdIf(...args)
  held += 1
  if (held === 1) die('first product reserved')
  return product
}
const prepared = await prepareOne(
  { ...deps, heldStock: { ...heldStock, holdIf } },
  workspaceId,
  key,
  productIds,
)
die('stock reserved')
await createOrder(deps, workspaceId, prepared)
die('order stored')
