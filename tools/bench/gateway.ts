import { newId } from '@wp/kernel'
import { Pool } from 'undici'
import {
  alternate,
  cpuPerRequest,
  drive,
  median,
  ratio,
  report,
  round,
  startServer,
  type BenchRequest,
} from './measure.ts'
import { newOwnerTokens } from './parts/owner-tokens.ts'

// The cost of the gateway, compared with two bare proxies that check nothing, and with one that does only what every
// request needs, which shows how near to the goals a gateway can come. G2: CPU time of an authenticated GET with 1,000
// cached tokens and 250 routes. G3: added latency on one connection. G4: the 99th percentile of the latency.

const file = new URL('./gateway.server.ts', import.meta.url)
const tokenCount = 1000
const leastOfUndici = 0.85
const mostOfUndici = 1.15
const floor = 'undici proxy with the same headers and checks'
const floorMeaning =
  'The one with the same headers and checks also finds the route, looks up the token and its revocation, makes a request ' +
  "id, counts for the rate limit and the workspace's requests in flight, sends the gateway's headers in both directions " +
  'and records the metrics of the route; it has no shares, queues or retries.'
const comparedToGoal = (isMet: boolean): string =>
  isMet
    ? 'So what every request needs leaves the goal possible.'
    : 'So the goal is out of reach for any gateway on undici that does what every request needs.'

const { keys, tokenOf } = await newOwnerTokens()

const authenticatedRequest = async (): Promise<BenchRequest> => {
  const workspaceId = newId()
  const token = await tokenOf(workspaceId)
  return {
    method: 'GET',
    path: `/v1/workspace/${workspaceId}/area7/things37/${newId()}`,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json', 'user-agent': 'bench' },
    status: 200,
  }
}

/** Returns the latencies of requests on one connection, in microseconds. */
const latencies = async (
  url: string,
  requests: readonly BenchRequest[],
  count: number,
): Promise<number[]> => {
  const pool = new Pool(url, { connections: 1, pipelining: 1 })
  const times: number[] = []
  for (let i = 0; i < count; i += 1) {
    const { path, method, headers } = requests[i % requests.length]!
    const started = performance.now()
    const reply = await pool.request({ path, method, headers })
    await reply.body.text()
    times.push((performance.now() - started) * 1000)
  }
  await pool.close()
  return times.toSorted((a, b) => a - b)
}

/** Returns the lower quartile of the rounds, because other programs on the machine only add time. */
const undisturbed = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)]!

const requests = await Promise.all(Array.from({ length: tokenCount }, authenticatedRequest))
process.env['BENCH_KEYS'] = JSON.stringify(keys)
const upstream = await startServer(file, 'upstream')
process.env['BENCH_UPSTREAM'] = upstream.url
const keepAlive = await startServer(file, 'keep-alive proxy')
const undici = await startServer(file, 'undici proxy')
const minimal = await startServer(file, 'minimal proxy')
const gateway = await startServer(file, 'gateway')
const servers = [upstream, keepAlive, undici, minimal, gateway]

try {
  // The optimizing compiler must finish before the rounds begin.
  for (const { url } of servers) await drive(url, requests, 30 * tokenCount)

  const cpu = await alternate({
    'keep-alive proxy': () => cpuPerRequest(keepAlive, requests, 4000),
    'undici proxy': () => cpuPerRequest(undici, requests, 4000),
    [floor]: () => cpuPerRequest(minimal, requests, 4000),
    gateway: () => cpuPerRequest(gateway, requests, 4000),
  })
  const reached = ratio(cpu['undici proxy'], cpu[floor])
  await report({
    id: 'gateway-cpu',
    title: 'Authenticated GET through the gateway, with 1,000 cached tokens and 250 routes',
    unit: 'µs CPU per request',
    results: cpu,
    goals: [
      {
        goal: 'G2 CPU: undici proxy / gateway',
        value: ratio(cpu['undici proxy'], cpu.gateway),
        atLeast: leastOfUndici,
      },
    ],
    note:
      `The undici proxy checks nothing. ${floorMeaning} It reaches ${round(reached)} of the undici proxy, ` +
      `and the gateway reaches ${round(ratio(cpu[floor], cpu.gateway))} of it. ` +
      comparedToGoal(reached >= leastOfUndici),
  })

  const slowest: Record<string, number[]> = { 'keep-alive proxy': [], gateway: [] }
  const p50 = (name: string, url: string) => async (): Promise<number> => {
    const times = await latencies(url, requests, 200)
    slowest[name]?.push(times[Math.floor(times.length * 0.99)]!)
    return median(times)
  }
  // Rounds are short, so that other programs disturb all subjects equally.
  const time = await alternate(
    {
      direct: p50('direct', upstream.url),
      'keep-alive proxy': p50('keep-alive proxy', keepAlive.url),
      'undici proxy': p50('undici proxy', undici.url),
      [floor]: p50(floor, minimal.url),
      gateway: p50('gateway', gateway.url),
    },
    61,
  )
  const added = (name: keyof typeof time) => undisturbed(time[name]) - undisturbed(time.direct)
  const addedByFloor = added(floor) / added('undici proxy')
  await report({
    id: 'gateway-latency',
    title: 'Latency on one connection, median of each round',
    unit: 'µs',
    results: {
      ...time,
      'p99 keep-alive proxy': slowest['keep-alive proxy']!,
      'p99 gateway': slowest['gateway']!,
    },
    goals: [
      {
        goal: 'G3 added latency: gateway / undici proxy',
        value: added('gateway') / added('undici proxy'),
        atMost: mostOfUndici,
      },
      {
        goal: 'G4 99th percentile: gateway / keep-alive proxy, quieter rounds',
        value: undisturbed(slowest['gateway']!) / undisturbed(slowest['keep-alive proxy']!),
        atMost: 1.25,
      },
    ],
    note:
      `The undici proxy, which checks nothing, adds ${round(added('undici proxy') / added('keep-alive proxy'))} of the ` +
      `latency that the keep-alive proxy adds. ${floorMeaning} It adds ${round(addedByFloor)} of what the undici proxy ` +
      `adds, and the gateway ${round(added('gateway') / added(floor))} of what it adds. ` +
      comparedToGoal(addedByFloor <= mostOfUndici),
  })
} finally {
  await Promise.all(servers.map((server) => server.stop()))
}
