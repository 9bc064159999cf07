// G1: the cost of a route with validation, access checks, context and metrics, compared with bare node:http. CPU time
// of the server.
import { alternate, cpuPerRequest, drive, ratio, report, round, startServer } from './measure.ts'
import type { BenchRequest, BenchServer } from './measure.ts'

const requestsPerRound = Number(process.env.BENCH_REQUESTS ?? 1_500)
// The optimizing compiler must finish before the rounds begin.
const warmUpRequests = requestsPerRound * 12
const file = new URL('./http-route.server.ts', import.meta.url)
const names = ['raw', 'checked', 'express', 'kit'] as const
const checkedList = 'list of 20, bare node:http with checked replies'
const leastOfBare = 0.5
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
      'GET, bare node:http': measure('raw', 'get'),
      'GET, @wp/http': measure('kit', 'get'),
      'GET, stock Express': measure('express', 'get'),
      'POST, bare node:http': measure('raw', 'post'),
      'POST, @wp/http': measure('kit', 'post'),
      'POST, stock Express': measure('express', 'post'),
      'list of 20, bare node:http': measure('raw', 'list'),
      [checkedList]: measure('checked', 'list'),
      'list of 20, @wp/http': measure('kit', 'list'),
    },
    7,
  )
  const floor = ratio(results['list of 20, bare node:http'], results[checkedList])
  await report({
    id: 'http-route',
    title: 'A JSON route with @wp/http, compared with bare node:http and Express',
    unit: 'µs CPU per request',
    results,
    goals: [
      {
        goal: 'G1 GET: bare node:http / @wp/http',
        value: ratio(results['GET, bare node:http'], results['GET, @wp/http']),
        atLeast: leastOfBare,
      },
      {
        goal: 'G1 POST: bare node:http / @wp/http',
        value: ratio(results['POST, bare node:http'], results['POST, @wp/http']),
        atLeast: leastOfBare,
      },
      {
        goal: 'G1 list of 20: bare node:http / @wp/http',
        value: ratio(results['list of 20, bare node:http'], results['list of 20, @wp/http']),
        atLeast: leastOfBare,
      },
    ],
    note:
      '@wp/http checks every field of the 20 records against the reply schema and copies only declared fields, so that no other ' +
      'data is exposed by mistake. Bare node:http sends the same 20 objects unchecked. With replies whose declared fields are ' +
      `checked by type and copied by hand, but without a token, input, context or metrics, it reaches ${round(floor)} of its own speed, ` +
      `and @wp/http reaches ${round(ratio(results[checkedList], results['list of 20, @wp/http']))} of that.`,
  })
} finally {
  await Promise.all(Object.values(servers).map((server) => server.stop()))
}
