// Changes a record in a transaction and kills itself before the commit. Arguments: database URL, database name,
// workspace id, record id.
import { systemClock } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { openDatabase } from '../src/index.ts'
import { orders } from './orders.ts'

const [url = '', name = '', workspaceId = '', id = ''] = process.argv.slice(2)

const db = await openDatabase({
  url,
  name,
  clock: systemClock,
  logger: createLogger({ service: 'child', level: 'silent' }),
  metrics: createMetrics('child'),
  collections: [orders],
})
await db.transaction(async () => {
  await db
    .tenant(orders)(workspaceId as Id)
    .update({ id: id as Id }, { label: 'killed' })
  process.kill(process.pid, 'SIGKILL')
})
