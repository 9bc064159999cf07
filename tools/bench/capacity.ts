import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform } from '@wp/local-platform'
import { drive, median, report, type BenchRequest } from './measure.ts'
import { get, signUp } from './parts/by-size.ts'

// Measures the CPU time per request of the gateway and a service, for the capacity table in docs/operations.md.

const rounds = 5
const requestCount = Number(process.env['BENCH_REQUESTS'] ?? 400)

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-'))
const unlimited = '100000000'
const platform = await startPlatform({
  dataDir,
  env: { RATE_LIMIT_DEFAULT: unlimited, RATE_LIMIT_SIGNUP: unlimited, RATE_LIMIT_AUTH: unlimited },
})

const cpuMicros = async (service: string): Promise<number> => {
  const text = await (await fetch(`${platform.services[service]![0]!.ops}/metrics`)).text()
  return Number(/^process_cpu_seconds_total(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1]) * 1e6
}

const post = (path: string, token: string, body: object): BenchRequest => ({
  method: 'POST',
  path,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
  status: 201,
})

try {
  const { token, workspaceId } = await signUp(platform)
  const folder = `/v1/workspace/${workspaceId}`
  const kinds: Record<string, { service: string; request: BenchRequest; count?: number }> = {
    'read a workspace': { service: 'identity', request: get(folder, token) },
    'create a client': {
      service: 'scheduling',
      request: post(`${folder}/clients`, token, { name: 'A client' }),
    },
    'list 20 clients': { service: 'scheduling', request: get(`${folder}/clients`, token) },
    'create an income': {
      service: 'finance',
      request: post(`/v1/client/workspace/${workspaceId}/incomes`, token, {
        title: 'Sale',
        amount: 10,
        date: '2026-01-02',
        category: 'sales',
      }),
    },
    'list public plans': { service: 'admin-billing', request: get('/v1/public/plans') },
  }
  const results: Record<string, number[]> = {}
  for (const [kind, { service, request }] of Object.entries(kinds)) {
    await drive(platform.gatewayUrl, [request], requestCount)
    for (let round = 0; round < rounds; round += 1)
      for (const name of ['gateway', service]) {
        const before = await cpuMicros(name)
        await drive(platform.gatewayUrl, [request], requestCount)
        ;(results[`${kind}: ${name}`] ??= []).push(((await cpuMicros(name)) - before) / requestCount)
      }
  }
  await report({ id: 'capacity', title: 'CPU time per request', unit: 'µs CPU', results, goals: [] })
  for (const [name, values] of Object.entries(results))
    console.log(`${name}: ${Math.round(1e6 / median(values))} a second on one core`)
} finally {
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
