// Measures the memory of finance, scheduling and pos during 60 unfinished uploads and during exports of at least
// 100,000 rows.
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { addDays, newId, systemClock } from '@wp/kernel'
import { startPlatform } from '@wp/local-platform'
import type { Platform, RunningInstance } from '@wp/local-platform'
import { openDatabase } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'
import { emptyEntry } from '../../services/finance/src/entries/entry.actions.ts'
import { expenseCollection } from '../../services/finance/src/expenses/expense.store.ts'
import { incomeCollection } from '../../services/finance/src/incomes/income.store.ts'
import { invoiceCollection } from '../../services/pos/src/invoices/invoice.store.ts'
import { report } from './measure.ts'
import type { Goal } from './measure.ts'
import { signUp } from './parts/by-size.ts'
import { insertMany } from './parts/own-service.ts'
import { residentMbOf } from './parts/process-memory.ts'

const [workspaceCount, uploadsEach, uploadBytes] = [10, 6, 8_000_000]
const [fewRows, manyRows, mostRows] = [2_000, 100_000, 250_000]
/** Without a heap limit, V8 delays garbage collection, especially on a busy machine. */
const heapLimit = '--max-old-space-size=112'

type Owner = { token: string; workspaceId: string }

const megabytes = (bytes: number): number => bytes / 1_000_000

/** Returns the peak memory of a process during some work, in MB. */
const peakWhile = async (instance: RunningInstance, work: () => Promise<void>): Promise<number> => {
  let peak = residentMbOf(instance.pid)
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMbOf(instance.pid))
  }, 20)
  await work().finally(() => clearInterval(timer))
  return Math.max(peak, residentMbOf(instance.pid))
}

const boundary = 'bench-boundary'
const head = Buffer.from(
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`,
)

const content = Buffer.alloc(uploadBytes, 1)

/** Starts an upload without finishing it; returns a function that closes the connection. */
const beginUpload = (url: string, token: string): (() => void) => {
  const upload = request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + uploadBytes + 1000,
    },
    agent: false,
  })
  upload.on('response', (reply) => {
    throw new Error(`an unfinished upload was answered with ${reply.statusCode}`)
  })
  upload.on('error', () => undefined)
  upload.write(head)
  upload.write(content)
  return () => upload.destroy()
}

const bytesArrived = async ({ ops }: RunningInstance): Promise<number> => {
  const metrics = await (await fetch(`${ops}/metrics`)).text()
  return Number(/^http_upload_bytes_in_flight(?:\{[^}]*\})? (\S+)/m.exec(metrics)?.[1] ?? 0)
}

/** Returns how many MB a service's memory grows during 60 unfinished uploads. Ten aborted uploads precede them. */
const measureUploads = async (
  instance: RunningInstance,
  owners: readonly Owner[],
  pathOf: (owner: Owner) => string,
): Promise<number> => {
  const send = async (each: number): Promise<() => void> => {
    const ends = owners.flatMap((owner) =>
      Array.from({ length: each }, () => beginUpload(`${instance.http}${pathOf(owner)}`, owner.token)),
    )
    while ((await bytesArrived(instance)) < ends.length * uploadBytes * 0.99) await delay(50)
    return () => ends.forEach((end) => end())
  }
  const endFew = await send(1)
  endFew()
  while ((await bytesArrived(instance)) > 0) await delay(50)
  const before = residentMbOf(instance.pid)
  const endAll = await send(uploadsEach)
  const grown = residentMbOf(instance.pid) - before
  endAll()
  return grown
}

/** Reads a whole export with one pause, like a slow client; throws when rows are missing. */
const readTable = async (url: string, token: string, rows: number): Promise<void> => {
  const reply = await fetch(url, { headers: { accept: 'text/csv', authorization: `Bearer ${token}` } })
  if (!reply.ok || !reply.body) throw new Error(`${url} answered ${reply.status}`)
  let lines = 0
  let isFirst = true
  for await (const chunk of reply.body) {
    if (isFirst) await delay(2000)
    isFirst = false
    for (const byte of chunk) if (byte === 10) lines += 1
  }
  if (lines !== rows + 1) throw new Error(`${url} has ${lines} lines instead of ${rows + 1}`)
}

const openOf = (
  platform: Platform,
  service: string,
  collections: Parameters<typeof openDatabase>[0]['collections'],
) =>
  openDatabase({
    url: platform.mongoUrl,
    name: `wp_${service}`,
    clock: systemClock,
    collections,
    logger: createLogger({ service: 'bench', level: 'fatal' }),
    metrics: createMetrics('bench'),
  })

const toEntry = (index: number) => ({
  ...emptyEntry,
  id: newId(),
  title: `Entry ${index}`,
  amountMinor: 100 + (index % 997),
  currencyCode: 'USD',
  date: addDays('2027-01-01', index % 365),
  category: `category ${index % 7}`,
  account: 'cash',
  searchKeys: [`entry ${index}`],
})

const toInvoice = (index: number) => ({
  sessionId: null,
  clientId: null,
  clientName: 'Mona Said',
  reference: null,
  openReference: null,
  number: index + 1,
  status: 'finalized' as const,
  version: 1,
  currencyCode: 'USD',
  items: [
    {
      id: newId(),
      productId: null,
      serviceId: null,
      name: 'Vase',
      quantity: 2,
      unitPrice: 12.5,
      totalMinor: 2500,
    },
  ],
  discounts: [],
  subtotalMinor: 2500,
  totalMinor: 2500,
  payments: [],
  refunds: [],
  paidMinor: 0,
  refundedMinor: 0,
  createdBy: newId(),
  finalizedAt: new Date('2027-01-01T00:00:00Z'),
  finalizedWith: null,
  voidedAt: null,
  attempt: 0,
  stockReference: null,
  stockStep: null,
  stockUntil: null,
})

const fill = async (platform: Platform, { workspaceId }: Owner, rows: number): Promise<void> => {
  const finance = await openOf(platform, 'finance', [incomeCollection, expenseCollection])
  await insertMany(finance.tenant(incomeCollection)(workspaceId), rows, toEntry)
  await insertMany(finance.tenant(expenseCollection)(workspaceId), rows, toEntry)
  await finance.close()
  const pos = await openOf(platform, 'pos', [invoiceCollection])
  await insertMany(pos.tenant(invoiceCollection)(workspaceId), rows, toInvoice)
  await pos.close()
}

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-'))
const platform = await startPlatform({
  dataDir,
  services: ['identity', 'admin-billing', 'scheduling', 'storefront', 'finance', 'pos'],
  env: { LOG_LEVEL: 'fatal', RATE_LIMIT_SIGNUP: '1000000', NODE_OPTIONS: heapLimit },
})
try {
  const [finance, scheduling, pos] = ['finance', 'scheduling', 'pos'].map(
    (name) => platform.services[name]![0]!,
  ) as [RunningInstance, RunningInstance, RunningInstance]
  const owners: Owner[] = []
  while (owners.length < workspaceCount) owners.push(await signUp(platform))
  const results: Record<string, number[]> = {}
  const goals: Goal[] = []
  const add = (subject: string, grown: number, atMost: number) => {
    results[subject] = [grown]
    goals.push({ goal: `${subject}: memory growth (MB)`, value: grown, atMost })
  }
  const uploads = `${workspaceCount * uploadsEach} unfinished uploads of ${megabytes(uploadBytes)} MB`
  add(
    `receipts, ${uploads}`,
    await measureUploads(finance, owners, ({ workspaceId }) => `/client/workspace/${workspaceId}/receipts`),
    60,
  )
  add(
    `attachments, ${uploads}`,
    await measureUploads(
      scheduling,
      owners,
      ({ workspaceId }) => `/workspace/${workspaceId}/sessions/${newId()}/attachments`,
    ),
    60,
  )

  const [small, large, largest] = [owners[0]!, owners[1]!, owners[2]!]
  await fill(platform, small, fewRows)
  await fill(platform, large, manyRows)
  await fill(platform, largest, mostRows)
  for (const [noun, instance, pathOf] of [
    ['incomes', finance, (id: string) => `/client/workspace/${id}/incomes`],
    ['expenses', finance, (id: string) => `/client/workspace/${id}/expenses`],
    ['invoices', pos, (id: string) => `/workspace/${id}/pos/invoices`],
  ] as const) {
    const read = ({ workspaceId, token }: Owner, rows: number) =>
      peakWhile(instance, () => readTable(`${instance.http}${pathOf(workspaceId)}`, token, rows))
    await read(small, fewRows) // Warms up the service.
    const few = await read(small, fewRows)
    const many = await read(large, manyRows)
    add(`${noun} as CSV, ${manyRows} rows compared with ${fewRows}`, many - few, 40)
    add(
      `${noun} as CSV, ${mostRows} rows compared with ${manyRows}`,
      (await read(largest, mostRows)) - many,
      15,
    )
  }
  await report({
    id: 'memory-growth',
    title: 'Memory growth during uploads and exports',
    unit: 'MB',
    results,
    goals,
  })
} finally {
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
