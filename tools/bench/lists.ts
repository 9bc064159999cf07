// G21: with every filter and sort that a list offers, at 100,000 records, a page examines at most ten times
// as many documents and index keys as it returns, plus fifty. Reads a MongoDB at BENCH_MONGODB_URL instead of
// the embedded database. BENCH_RECORDS and BENCH_LISTS (ids of list operations) make it shorter;
// BENCH_FILTERS is the number of filters that are combined.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@wp/embedded-mongo'
import { MongoClient } from 'mongodb'
import { isAccepted } from './lists/accepted.ts'
import { allowed, examineList, isHeavy, type Examined } from './lists/check.ts'
import { databasesOn } from './lists/database.ts'
import { listScenes } from './lists/scenes.ts'
import { report } from './measure.ts'

const size = Number(process.env['BENCH_RECORDS'] ?? 100_000)
const maxFilters = Number(process.env['BENCH_FILTERS'] ?? 2)
const only = process.env['BENCH_LISTS']?.split(',')
const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-'))
const server = process.env['BENCH_MONGODB_URL'] ? null : await startServer({ dataDir })
const url = process.env['BENCH_MONGODB_URL'] ?? server!.uri
const open = databasesOn(url)

/** Returns the number of examined keys or documents, as a multiple of what the rule allows. */
const excessOf = (page: Examined): number => Math.max(page.keys, page.docs) / allowed(page)

/** Removes a database after its list was read, so that the disk holds one list at a time. */
const removeDatabases = async (): Promise<void> => {
  const client = await MongoClient.connect(url)
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
  for (const { name } of databases) if (name.startsWith('wp_lists_')) await client.db(name).dropDatabase()
  await client.close()
}

const results: Record<string, number[]> = {}
const heavy: Examined[] = []
try {
  for (const scene of listScenes) {
    if (only && !only.includes(scene.id)) continue
    const pages = await examineList(scene, { open, size, maxFilters })
    await removeDatabases()
    const expected = pages.filter((page) => !isAccepted(page))
    results[scene.id] = expected.map((page) => Math.max(page.keys, page.docs))
    heavy.push(...expected.filter(isHeavy))
    const worst = Math.max(...expected.map(excessOf))
    console.log(`${scene.id}: ${pages.length} pages, at most ${worst.toFixed(2)} of what the rule allows`)
  }
  for (const page of heavy.toSorted((a, b) => excessOf(b) - excessOf(a)).slice(0, 100))
    console.error(
      `${page.list} ${JSON.stringify(page.query)} examined ${page.keys} keys and ${page.docs} documents for ${page.returned}`,
    )
  await report({
    id: 'lists',
    title: 'Index keys or documents that one page of a list examines',
    unit: 'keys or documents',
    results,
    goals: [{ goal: `G21 pages of lists above the limit, ${size} records`, value: heavy.length, atMost: 0 }],
    note: 'A page returns 20 records. Each row has one value for each combination of one or two filters with a sort, on the first and the second page.',
  })
} finally {
  await server?.close()
  rmSync(dataDir, { recursive: true, force: true })
}
