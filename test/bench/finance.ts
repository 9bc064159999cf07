// G13 for finance: what the list and the statistics of a month cost must not grow with the expenses of the workspace.
// Finance and its database with 1,000 and with 100,000 expenses, 20 on each day; CPU time of both together per request.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform } from '@wp/local'
import { alternate, cpuPerRequest, median, report, startServer } from './measure.ts'
import type { BenchRequest, BenchServer } from './measure.ts'
import { signUp } from './sign-up.scene.ts'

const sizes = [1_000, Number(process.env['BENCH_EXPENSES'] ?? 100_000)] as const
const requests = Number(process.env['BENCH_REQUESTS'] ?? 150)

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-'))
const platform = await startPlatform({ dataDir, services: ['identity', 'admin-billing'] })
const servers = new Map<number, BenchServer>()
try {
  const { token, workspaceId } = await signUp(platform)
  process.env['CREDENTIALS_DIR'] = join(platform.credentialsDir, 'finance')
  process.env['BENCH_WORKSPACE'] = workspaceId
  process.env['IDENTITY_RPC'] = platform.services['identity']![0]!.rpc!
  process.env['ADMIN_BILLING_RPC'] = platform.services['admin-billing']![0]!.rpc!
  for (const size of sizes)
    servers.set(size, await startServer(new URL('./finance.server.ts', import.meta.url), `${size}`))

  const month = 'from=2027-01-01&to=2027-01-31'
  const get = (query: string): BenchRequest[] => [
    {
      method: 'GET',
      path: `/client/workspace/${workspaceId}/${query}`,
      headers: { authorization: `Bearer ${token}` },
      status: 200,
    },
  ]
  const kinds: Record<string, BenchRequest[]> = {
    'newest expenses': get('expenses?after='),
    'list of a month': get(`expenses?${month}`),
    'statistics of a month': get(`expenses/stats?${month}`),
    'series of a month': get(`analytics?groupBy=day&${month}`),
  }
  const results: Record<string, number[]> = {}
  const goals = []
  for (const [kind, calls] of Object.entries(kinds)) {
    const measure = (size: number) => cpuPerRequest(servers.get(size)!, calls, requests)
    for (const size of sizes) await measure(size) // warm
    const rounds = await alternate(
      Object.fromEntries(sizes.map((size) => [`${kind}, ${size} expenses`, () => measure(size)])),
    )
    Object.assign(results, rounds)
    const [few, many] = sizes.map((size) => median(rounds[`${kind}, ${size} expenses`]!))
    goals.push({ goal: `G13 ${kind}: ${sizes[1]} of 1000 expenses`, value: many! / few!, atMost: 1.5 })
  }
  await report({ id: 'finance', title: 'Finance by number of expenses', unit: 'µs CPU', results, goals })
} finally {
  for (const server of servers.values()) await server.stop()
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
