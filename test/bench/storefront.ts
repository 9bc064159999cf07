// G13 for public product lists: what a page of products costs must not grow with the products of the store. Storefront
// and its database with 1,000 and with 100,000 products; CPU time of both together per request.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform } from '@wp/local'
import { alternate, cpuPerRequest, median, report, startServer } from './measure.ts'
import type { BenchServer } from './measure.ts'

const sizes = [1_000, 100_000] as const
const requests = Number(process.env.BENCH_REQUESTS ?? 150)
const list = '/public/storefront/stores/bench/products'
const routes = {
  'first page': list,
  'without a count': `${list}?after=`,
  search: `${list}?search=rare`,
  product: `${list}/vase-7`,
  'shop page': '/shop/bench',
}

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-'))
const platform = await startPlatform({ dataDir, services: ['identity'] })
const servers = new Map<number, BenchServer>()
try {
  process.env['IDENTITY_RPC'] = platform.services['identity']![0]!.rpc!
  for (const size of sizes)
    servers.set(size, await startServer(new URL('./storefront.server.ts', import.meta.url), `${size}`))

  const results: Record<string, number[]> = {}
  const goals = []
  for (const [name, path] of Object.entries(routes)) {
    const request = { method: 'GET', path, headers: {}, status: 200 } as const
    const measure = (size: number) => cpuPerRequest(servers.get(size)!, [request], requests)
    for (const size of sizes) await measure(size) // warm
    const rounds = await alternate(
      Object.fromEntries(sizes.map((size) => [`${name}, ${size} products`, () => measure(size)])),
    )
    Object.assign(results, rounds)
    const [few, many] = sizes.map((size) => median(rounds[`${name}, ${size} products`]!))
    goals.push({ goal: `G13 ${name}: 100,000 of 1,000 products`, value: many! / few!, atMost: 1.5 })
  }
  await report({
    id: 'storefront',
    title: 'Public product lists by number of products',
    unit: 'µs CPU',
    results,
    goals,
  })
} finally {
  for (const server of servers.values()) await server.stop()
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
