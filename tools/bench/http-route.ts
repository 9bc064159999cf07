// G1: the cost of a route with validation, access checks, context and metrics, compared with bare node:http. CPU time
// of the server.
import { alternate, cpuPerRequest, drive, ratio, report, startServer } from './measure.ts'
import type { BenchRequest, BenchServer } from './measure.ts'

const requestsPerRound = Number(process.env.BENCH_REQUESTS ?? 1_500)
// The optimizing compiler must finish before the rounds begin.
const warmUpRequests = requestsPerRound * 12
const file = new URL('./http-route.server.ts', import.meta.url)
const names = ['raw', 'express', 'kit'] as const
const workspaceId = 'a'.repeat(24)

type Kind = 'get' | 'list' | 'post'

const requestsFor = ({ url }: BenchServer): Record<Kind, BenchRequest[]> => {
  const headers = {
    authorization: `Bearer ${new URL(url).hash.slice(1)}`,
    'x-request-id': 'bench-1',
    'user-agent': 'bench',
    accept: 'application/json',
  }
  const path = `/workspace/${workspaceId}/holidays`
  const body = JSON.stringify({ name: 'Eid al-Fitr', date: '2027-03-10', isRecurring: false })
  return {
    get: [{ method: 'GET', path: `${path}/${workspaceId}`, headers, status: 200 }],
    list: [{ method: 'GET', path: `${path}?page=1&limit=20`, headers, status: 200 }],
    post: [
      {
        method: 'POST',
        path,
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        status: 201,
      },
    ],
  }
}

const started = await Promise.all(names.map(async (name) => [name, await startServer(file, name)] as const))
const servers = Object.fromEntries(started) as Record<(typeof names)[number], BenchServer>
try {
  for (const server of Object.values(servers)) {
    const { get, list, post } = requestsFor(server)
    await drive(new URL(server.url).origin, [...get, ...list, ...post], warmUpRequests)
  }
  const measure = (name: (typeof names)[number], kind: Kind) => () =>
    cpuPerRequest(
      { ...servers[name], url: new URL(servers[name].url).origin },
      requestsFor(servers[name])[kind],
      requestsPerRound,
    )
  const results = await alternate(
    {
      'GET raw': measure('raw', 'get'),
      'GET kit': measure('kit', 'get'),
      'GET express, stock': measure('express', 'get'),
      'POST raw': measure('raw', 'post'),
      'POST kit': measure('kit', 'post'),
      'POST express, stock': measure('express', 'post'),
      'list of 20 raw': measure('raw', 'list'),
      'list of 20 kit': measure('kit', 'list'),
    },
    7,
  )
  await report({
    id: 'http-route',
    title: 'G1: a JSON route with everything that @wp/http adds',
    unit: 'CPU µs per request',
    results,
    goals: [
      {
        goal: 'G1 GET: raw node:http / kit',
        value: ratio(results['GET raw'], results['GET kit']),
        atLeast: 0.5,
      },
      {
        goal: 'G1 POST: raw node:http / kit',
        value: ratio(results['POST raw'], results['POST kit']),
        atLeast: 0.5,
      },
      {
        goal: 'G1 list of 20: raw node:http / kit',
        value: ratio(results['list of 20 raw'], results['list of 20 kit']),
        atLeast: 0.6,
      },
    ],
    note:
      'Each of the 20 records is checked field by field against the schema of the reply and copied without what it does not ' +
      'declare, so that nothing leaves by mistake; raw node:http sends the same 20 objects as they are.',
  })
} finally {
  await Promise.all(Object.values(servers).map((server) => server.stop()))
}
