// G13 for scheduling: what a day list, availability and a booking cost must not grow with the sessions of the workspace.
// Scheduling and its database with 1,000 and with 100,000 sessions, 20 on each day; CPU time of both together per request.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform } from '@wp/local'
import { alternate, cpuPerRequest, median, report, startServer } from './measure.ts'
import type { BenchRequest, BenchServer } from './measure.ts'
import { dayOfSession, newScene } from './scheduling.scene.ts'
import { signUp } from './sign-up.scene.ts'

const sizes = [1_000, 100_000] as const
const requests = Number(process.env.BENCH_REQUESTS ?? 150)

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-'))
const platform = await startPlatform({ dataDir, services: ['identity', 'admin-billing'] })
const servers = new Map<number, BenchServer>()
try {
  const { token, workspaceId } = await signUp(platform)
  const scene = newScene(workspaceId)
  process.env['CREDENTIALS_DIR'] = join(platform.credentialsDir, 'scheduling')
  process.env['BENCH_SCENE'] = JSON.stringify(scene)
  process.env['IDENTITY_RPC'] = platform.services['identity']![0]!.rpc!
  process.env['ADMIN_BILLING_RPC'] = platform.services['admin-billing']![0]!.rpc!
  for (const size of sizes)
    servers.set(size, await startServer(new URL('./scheduling.server.ts', import.meta.url), `${size}`))

  const path = `/workspace/${workspaceId}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const get = (query: string): BenchRequest => ({
    method: 'GET',
    path: `${path}/${query}`,
    headers,
    status: 200,
  })
  const days = Array.from({ length: 40 }, (_, index) => dayOfSession(index * 20))
  const kinds: Record<string, BenchRequest[]> = {
    'day list': days.map((day) => get(`sessions?from=${day}&to=${day}`)),
    'day list by time': days.map((day) => get(`sessions?from=${day}&to=${day}&sort=date`)),
    availability: days.map((day) => get(`availability?staffId=${scene.staffIds[0]}&date=${day}`)),
    booking: Array.from({ length: requests }, (_, index) => ({
      method: 'POST',
      path: `${path}/sessions`,
      headers,
      status: 201,
      body: JSON.stringify({
        name: 'Visit',
        clientId: scene.clientId,
        serviceIds: [scene.serviceId],
        staffId: scene.staffIds[index % scene.staffIds.length],
        date: days[index % days.length],
        startTime: `${String(8 + (index % 10)).padStart(2, '0')}:30`,
      }),
    })),
  }

  const results: Record<string, number[]> = {}
  const goals = []
  for (const [kind, calls] of Object.entries(kinds)) {
    const measure = (size: number) => cpuPerRequest(servers.get(size)!, calls, requests)
    for (const size of sizes) await measure(size) // warm
    const rounds = await alternate(
      Object.fromEntries(sizes.map((size) => [`${kind}, ${size} sessions`, () => measure(size)])),
    )
    Object.assign(results, rounds)
    const [few, many] = sizes.map((size) => median(rounds[`${kind}, ${size} sessions`]!))
    goals.push({ goal: `G13 ${kind}: 100,000 of 1,000 sessions`, value: many! / few!, atMost: 1.5 })
  }
  await report({
    id: 'scheduling',
    title: 'Scheduling by number of sessions',
    unit: 'µs CPU',
    results,
    goals,
  })
} finally {
  for (const server of servers.values()) await server.stop()
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
