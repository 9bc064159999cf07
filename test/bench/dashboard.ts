// G13 for the platform's dashboard: what it costs must not grow with the number of workspaces. Admin-billing and its
// database with 10, 100 and 1,000 workspaces, each with a payment; CPU time of both together per request.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform, type Platform } from '@wp/local'
import { alternate, type BenchServer, cpuPerRequest, median, report, startServer } from './measure.ts'

const sizes = [10, 100, 1_000] as const
const requests = Number(process.env.BENCH_REQUESTS ?? 150)
const routes = {
  overview: '/admin/dashboard/overview',
  timeseries: '/admin/dashboard/timeseries?metric=activeSubscriptions',
}

const adminToken = async ({ services, bootstrapToken }: Platform): Promise<string> => {
  const identity = services['identity']![0]!.http
  const login = { email: 'bench@platform.example', password: 'bench-password-1' }
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${identity}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as { token?: string }
  }
  await post('/auth/admin/bootstrap', login, { 'x-bootstrap-token': bootstrapToken })
  return `${(await post('/auth/admin/login', login)).token}`
}

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-'))
const platform = await startPlatform({ dataDir, services: ['identity', 'storefront'] })
const servers = new Map<number, BenchServer>()
try {
  const authorization = `Bearer ${await adminToken(platform)}`
  process.env['CREDENTIALS_DIR'] = join(platform.credentialsDir, 'admin-billing')
  process.env['IDENTITY_RPC'] = platform.services['identity']![0]!.rpc!
  process.env['STOREFRONT_RPC'] = platform.services['storefront']![0]!.rpc!
  for (const size of sizes)
    servers.set(size, await startServer(new URL('./dashboard.server.ts', import.meta.url), `${size}`))

  const measured = (path: string) => async (size: number) => {
    const request = { method: 'GET', path, headers: { authorization }, status: 200 } as const
    return cpuPerRequest(servers.get(size)!, [request], requests)
  }
  const goals = []
  const results: Record<string, number[]> = {}
  for (const [name, path] of Object.entries(routes)) {
    const measure = measured(path)
    for (const size of sizes) await measure(size) // warm
    const rounds = await alternate(
      Object.fromEntries(sizes.map((size) => [`${name}, ${size} workspaces`, () => measure(size)])),
    )
    Object.assign(results, rounds)
    const of = (size: number) => median(rounds[`${name}, ${size} workspaces`]!)
    for (const size of sizes.slice(1))
      goals.push({
        goal: `G13 ${name}: ${size} of ${sizes[0]} workspaces`,
        value: of(size) / of(sizes[0]),
        atMost: 1.5,
      })
  }
  await report({
    id: 'dashboard',
    title: 'Dashboard by number of workspaces',
    unit: 'µs CPU',
    results,
    goals,
  })
} finally {
  for (const server of servers.values()) await server.stop()
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
