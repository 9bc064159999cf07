import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@wp/embedded-mongo'
import { addDays, newId, systemClock } from '@wp/kernel'
import { startPlatform } from '@wp/local'
import { openDatabase } from '@wp/mongo'
import { startService } from '@wp/runtime'
import { createLogger, createMetrics } from '@wp/telemetry'
import { blank } from '../../services/finance/src/entries/entry.actions.ts'
import { expenseCollection } from '../../services/finance/src/expenses/expense.store.ts'
import { finance, financeCollections } from '../../services/finance/src/service.ts'
import { announce } from './measure.ts'

// Finance and its database in one process, so that the CPU time of both is counted, with as many expenses as the argument
// says.
const size = Number(process.argv[2])
const workspaceId = process.env['BENCH_WORKSPACE']!
const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-finance-'))
const database = await startServer({ dataDir: join(dataDir, 'database') })
const messaging = await startPlatform({
  dataDir: join(dataDir, 'platform'),
  services: [],
  env: { MONGODB_URL: database.uri },
})
process.on('disconnect', () => {
  void messaging.stop().finally(() => {
    rmSync(dataDir, { recursive: true, force: true })
    process.exit()
  })
})

const service = await startService(finance, {
  env: {
    ...process.env,
    NODE_ENV: 'test',
    MONGODB_URL: database.uri,
    NATS_URL: messaging.natsUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
  },
  register: false,
})

const db = await openDatabase({
  url: database.uri,
  name: 'wp_finance',
  clock: systemClock,
  collections: financeCollections,
  logger: createLogger({ service: 'bench', level: 'fatal' }),
  metrics: createMetrics('bench'),
})
const expense = (index: number) => ({
  ...blank,
  id: newId(),
  title: `Expense ${index}`,
  amountMinor: 100 + (index % 997),
  currencyCode: 'USD',
  date: addDays('2027-01-01', Math.floor(index / 20)),
  category: `category ${index % 7}`,
  account: index % 2 === 0 ? 'cash' : 'bank',
  searchKeys: [`expense ${index}`, `${index}`],
})
const expenses = db.tenant(expenseCollection)(workspaceId)
const batch = 500
for (let from = 0; from < size; from += batch)
  await expenses.insertMany(
    Array.from({ length: Math.min(batch, size - from) }, (_, offset) => expense(from + offset)),
  )
await db.close()
announce(service.url)
