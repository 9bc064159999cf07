// Servers with the same three routes: bare node:http, the same with checked replies, stock Express and @wp/http.
import { createRevocationList, createSigner, createVerifier, newKeyPair, remoteKeys } from '@wp/auth'
import { admin, createApp, defineRoute, handle, reply, resource, workspace } from '@wp/http'
import { CalendarDateString, IdString, nonBlank, pageQuery, systemClock, Timestamp } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import express from 'express'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { announce } from './measure.ts'

const workspaceId = 'a'.repeat(24)
const at = '2027-03-10T09:00:00.000Z'
const holiday = (index: number, name: string) => ({
  id: index.toString(16).padStart(24, '0'),
  workspaceId,
  name,
  date: at,
  anchorDate: '2027-03-10',
  isRecurring: false,
  recurrenceRule: null,
  createdAt: at,
  updatedAt: at,
})

const holidays = Array.from({ length: 20 }, (_, index) => holiday(index, 'Eid'))

type Rule = { frequency: string } | null
type Holiday = Omit<ReturnType<typeof holiday>, 'recurrenceRule'> & { recurrenceRule: Rule }

const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new TypeError('The reply does not match its contract')
  return value
}
const isRule = (rule: Rule): boolean => rule === null || typeof rule.frequency === 'string'

/** Checks the types of the declared fields and copies only these, by hand. */
const copyDeclared = (given: Holiday) => {
  const { isRecurring, recurrenceRule: rule } = given
  if (typeof isRecurring !== 'boolean' || !isRule(rule))
    throw new TypeError('The reply does not match its contract')
  return {
    id: textOf(given.id),
    workspaceId: textOf(given.workspaceId),
    name: textOf(given.name),
    date: textOf(given.date),
    anchorDate: textOf(given.anchorDate),
    isRecurring,
    recurrenceRule: rule && { frequency: rule.frequency },
    createdAt: textOf(given.createdAt),
    updatedAt: textOf(given.updatedAt),
  }
}

/** Sends the records unchanged, or copies of them. */
const bare =
  (copy: ((found: Holiday) => object) | null): RequestListener =>
  (request, response) => {
    const toReply = (found: Holiday): object => (copy ? copy(found) : found)
    const send = (status: number, body: unknown): void => {
      const text = JSON.stringify(body)
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      })
      response.end(text)
    }
    if (request.method === 'GET')
      return request.url!.includes('?')
        ? send(200, { holidays: copy ? holidays.map(copy) : holidays })
        : send(200, { holiday: toReply(holiday(1, 'Eid')) })
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () =>
      send(201, { holiday: toReply(holiday(1, JSON.parse(Buffer.concat(chunks).toString()).name)) }),
    )
  }

const listener: Record<'raw' | 'checked' | 'express', () => RequestListener> = {
  raw: () => bare(null),
  checked: () => bare(copyDeclared),
  express: () => {
    const app = express()
    app.use(express.json())
    app.get('/workspace/:workspaceId/holidays', (_, response) => response.json({ holidays }))
    app.get('/workspace/:workspaceId/holidays/:holidayId', (_, response) =>
      response.json({ holiday: holiday(1, 'Eid') }),
    )
    app.post('/workspace/:workspaceId/holidays', (request, response) =>
      response.status(201).json({ holiday: holiday(1, request.body.name) }),
    )
    return app
  },
}

const Holiday = resource('Holiday', {
  workspaceId: IdString,
  name: z.string(),
  date: Timestamp,
  anchorDate: CalendarDateString,
  isRecurring: z.boolean(),
  recurrenceRule: z.object({ frequency: z.enum(['daily', 'weekly', 'monthly', 'yearly']) }).nullable(),
})

const getHoliday = defineRoute({
  id: 'getHoliday',
  method: 'GET',
  path: '/workspace/:workspaceId/holidays/:holidayId',
  summary: 'One holiday',
  access: workspace('holidays.view', { subscription: 'required' }),
  replies: { 200: z.object({ holiday: Holiday }) },
  fails: [400, 401, 403, 404],
})

const listHolidays = defineRoute({
  id: 'listHolidays',
  method: 'GET',
  path: '/workspace/:workspaceId/holidays',
  summary: 'Holidays',
  access: workspace('holidays.view', { subscription: 'required' }),
  query: pageQuery,
  replies: { 200: z.object({ holidays: z.array(Holiday) }) },
  fails: [400, 401, 403, 404],
})

const createHoliday = defineRoute({
  id: 'createHoliday',
  method: 'POST',
  path: '/workspace/:workspaceId/holidays',
  summary: 'Add a holiday',
  access: workspace('holidays.manage'),
  idempotency: 'none',
  body: z.object({ name: nonBlank(200), date: CalendarDateString, isRecurring: z.boolean().default(false) }),
  replies: { 201: z.object({ holiday: Holiday }) },
  fails: [400, 401, 403, 404, 422],
})

/** A service has about fifty routes, which must not slow each other down. */
const neighbours = Array.from({ length: 50 }, (_, index) =>
  handle(
    defineRoute({
      id: `neighbour${index}`,
      method: 'GET',
      path: `/workspace/:workspaceId/neighbours${index}`,
      summary: 's',
      access: admin('any'),
      replies: { 204: null },
      fails: [],
    }),
    () => reply(204),
  ),
)

const kit = async (): Promise<{ server: Server; token: string }> => {
  const clock = systemClock
  const pair = await newKeyPair()
  const token = { issuer: 'bench', audience: 'bench', clock }
  const revocations = createRevocationList({ clock })
  setInterval(() => revocations.touch(), 500).unref()
  revocations.touch()
  const view = { id: workspaceId, subscriptionEndDate: new Date('2099-01-01') }
  const app = createApp({
    service: 'bench',
    routes: [
      ...neighbours,
      handle(getHoliday, async () => reply(200, { holiday: holiday(1, 'Eid') })),
      handle(listHolidays, async () => reply(200, { holidays })),
      handle(createHoliday, async ({ body }) => reply(201, { holiday: holiday(1, body.name) })),
    ],
    verifier: createVerifier({
      keys: remoteKeys({ fetch: async () => ({ keys: [pair.publicJwk] }), clock }),
      revocations,
      ...token,
    }),
    workspaces: { find: async (id) => (id === workspaceId ? view : null) },
    logger: createLogger({ service: 'bench' }),
    metrics: createMetrics('bench', { process: true }),
    clock,
  })
  const signer = createSigner({ keys: { current: () => pair }, ...token })
  const signed = await signer.sign({
    kind: 'workspace',
    accountId: workspaceId,
    workspaceId,
    role: 'staff',
    permissions: ['holidays.manage'],
    staffId: null,
    sessionId: workspaceId,
  })
  return { server: createServer(app.classes, app.listener), token: signed.token }
}

const which = process.argv[2] as 'raw' | 'checked' | 'express' | 'kit'
const { server, token } =
  which === 'kit' ? await kit() : { server: createServer(listener[which]()), token: 'x'.repeat(500) }
server.listen(0, '127.0.0.1', () =>
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}/#${token}`),
)
