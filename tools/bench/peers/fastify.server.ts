// The same operations on plain Fastify and mongoose, with input and output schemas, in one process, with hydrated
// documents as in mongoose's guide. `/lean` uses lean reads; `/event` uses a transaction and an outbox; `/cached` uses
// both and caches verified tokens; `/published` also publishes what is in the outbox.
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import mongoose, { type ClientSession } from 'mongoose'
import { announce } from '../measure.ts'
import { openPublisher } from './events.ts'
import { schemas, toInterval, type NewBooking } from './models.ts'
import { mayUse } from './tokens.ts'

await mongoose.connect(process.env['BENCH_MONGODB_URL']!, { dbName: 'bench_fastify' })
const Client = mongoose.model('Client', schemas.Client)
const Service = mongoose.model('Service', schemas.Service)
const Staff = mongoose.model('Staff', schemas.Staff)
const Holiday = mongoose.model('Holiday', schemas.Holiday)
const Session = mongoose.model('Session', schemas.Session)
const Outbox = mongoose.model('Outbox', schemas.Outbox)
await Promise.all([Client, Service, Staff, Holiday, Session, Outbox].map((model) => model.init()))

const nullable = { type: 'string', nullable: true } as const
const id = { type: 'string', pattern: '^[0-9a-f]{24}$' } as const
const clientFields = {
  name: { type: 'string', minLength: 1, maxLength: 200 },
  email: { ...nullable, format: 'email' },
  phone: { ...nullable, maxLength: 40 },
  dateOfBirth: { ...nullable, format: 'date' },
  gender: { ...nullable, enum: ['male', 'female', null] },
  notes: { ...nullable, maxLength: 10_000 },
} as const
const clientReply = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    workspaceId: { type: 'string' },
    ...clientFields,
    discount: { type: 'object', nullable: true, additionalProperties: true },
    createdAt: { type: 'string' },
    updatedAt: { type: 'string' },
  },
} as const
const text = { type: 'string' } as const
const sessionReply = {
  type: 'object',
  properties: {
    id: text,
    workspaceId: text,
    name: text,
    clientId: text,
    clientName: text,
    staffId: text,
    staffName: text,
    date: text,
    status: text,
    createdAt: text,
    updatedAt: text,
    services: { type: 'array', items: { type: 'object', properties: { serviceId: text, name: text } } },
    startMinute: { type: 'integer' },
    endMinute: { type: 'integer' },
    durationMinutes: { type: 'integer' },
  },
} as const
const booking = {
  type: 'object',
  required: ['name', 'clientId', 'serviceIds', 'staffId', 'date', 'startTime'],
  properties: {
    name: clientFields.name,
    clientId: id,
    serviceIds: { type: 'array', items: id, minItems: 1 },
    staffId: id,
    date: { type: 'string', format: 'date' },
    startTime: { type: 'string', pattern: '^[0-2][0-9]:[0-5][0-9]$' },
  },
} as const
const workspaceParams = { type: 'object', properties: { workspaceId: id } } as const
const oneClient = { 200: { type: 'object', properties: { client: clientReply } } } as const

type Params = { workspaceId: string; clientId: string }
type Page = { page: number; limit: number }

const allowWith =
  (isCached: boolean) => (permission: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { workspaceId } = request.params as Params
    const { authorization } = request.headers
    const isAllowed = await mayUse(authorization, workspaceId, permission, { isCached }).catch(() => null)
    if (isAllowed === null) return reply.code(401).send({ message: 'Sign in' })
    if (!isAllowed) return reply.code(403).send({ message: 'Not allowed' })
    return undefined
  }

const publish = await openPublisher()

/**
 * Runs `create`. With an event, it runs in a transaction that also stores the event, which is then published and removed
 * if `event` is `published`.
 */
const write = async <Stored extends { toJSON(): object }>(
  event: 'none' | 'stored' | 'published',
  type: string,
  create: (session: ClientSession | null) => Promise<Stored>,
): Promise<Stored> => {
  if (event === 'none') return create(null)
  let entry: { _id: unknown; toJSON(): object } | undefined
  const created = await mongoose.connection.transaction(async (session) => {
    const stored = await create(session)
    ;[entry] = await Outbox.create([{ type, data: stored.toJSON(), publishedAt: null }], { session })
    return stored
  })
  if (event === 'published')
    void publish(entry!.toJSON()).then(() => Outbox.deleteOne({ _id: entry!._id }).exec())
  return created
}

const book = async (workspaceId: string, body: NewBooking, session: ClientSession | null) => {
  const [client, services, staff, holiday] = await Promise.all([
    Client.findOne({ _id: body.clientId, workspaceId }),
    Service.find({ _id: { $in: body.serviceIds }, workspaceId, isActive: true }),
    Staff.findOne({ _id: body.staffId, workspaceId }),
    Holiday.findOne({ workspaceId, date: body.date }),
  ])
  if (!client || !staff || services.length !== body.serviceIds.length) return null
  const durationMinutes = services.reduce((sum, each) => sum + (each.durationMinutes ?? 0), 0)
  const interval = toInterval(body.date, body.startTime, durationMinutes)
  const conflicts = await Session.find({
    workspaceId,
    staffId: body.staffId,
    startMinute: { $gt: interval.startMinute - 1440, $lt: interval.endMinute },
    endMinute: { $gt: interval.startMinute },
  })
  const made = {
    ...body,
    workspaceId,
    clientName: client.name,
    staffName: staff.name,
    durationMinutes,
    services: services.map((each) => ({ serviceId: each.id as string, name: each.name })),
    ...interval,
    status: 'scheduled' as const,
  }
  const [stored] = await Session.create([made], { session })
  return { stored: stored!, conflicts: conflicts.map((each) => each.id as string), isHoliday: !!holiday }
}

/** Adds the `id` that is missing in a lean document. */
const withId = (document: { _id: mongoose.Types.ObjectId }) => ({ ...document, id: document._id.toString() })

const app = Fastify()

for (const prefix of ['', '/lean', '/event', '/cached', '/published']) {
  const isCached = prefix === '/cached' || prefix === '/published'
  const isLean = isCached || prefix === '/lean'
  const event = prefix === '/published' ? 'published' : isCached || prefix === '/event' ? 'stored' : 'none'
  const allow = allowWith(isCached)
  const path = `${prefix}/workspace/:workspaceId`

  app.get<{ Params: Params }>(
    `${path}/clients/:clientId`,
    {
      schema: {
        params: { type: 'object', properties: { workspaceId: id, clientId: id } },
        response: oneClient,
      },
      preHandler: allow('clients.view'),
    },
    async ({ params: { workspaceId, clientId } }, reply) => {
      const found = Client.findOne({ _id: clientId, workspaceId })
      const client = isLean ? await found.lean().exec() : await found.exec()
      return client ? { client: isLean ? withId(client) : client } : reply.code(404).send()
    },
  )

  app.get<{ Params: Params; Querystring: Page }>(
    `${path}/clients`,
    {
      schema: {
        params: workspaceParams,
        querystring: {
          type: 'object',
          properties: {
            page: { type: 'integer', minimum: 1, default: 1 },
            limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          },
        },
        response: {
          200: {
            type: 'object',
            properties: {
              clients: { type: 'array', items: clientReply },
              pagination: {
                type: 'object',
                properties: Object.fromEntries(
                  ['page', 'limit', 'total', 'totalPages'].map((name) => [name, { type: 'integer' }]),
                ),
              },
            },
          },
        },
      },
      preHandler: allow('clients.view'),
    },
    async ({ params: { workspaceId }, query: { page, limit } }) => {
      const found = Client.find({ workspaceId })
        .sort({ createdAt: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
      const [clients, total] = await Promise.all([
        isLean ? found.lean().exec() : found.exec(),
        Client.countDocuments({ workspaceId }),
      ])
      return {
        clients: isLean ? clients.map(withId) : clients,
        pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
      }
    },
  )

  app.post<{ Params: Params; Body: { name: string } }>(
    `${path}/clients`,
    {
      schema: {
        params: workspaceParams,
        body: { type: 'object', required: ['name'], properties: clientFields },
        response: { 201: oneClient[200] },
      },
      preHandler: allow('clients.manage'),
    },
    async ({ params: { workspaceId }, body }, reply) => {
      const client = await write(event, 'client.changed', async (session) => {
        const [created] = await Client.create([{ ...body, workspaceId }], { session })
        return created!
      })
      return reply.code(201).send({ client })
    },
  )

  app.post<{ Params: Params; Body: NewBooking }>(
    `${path}/sessions`,
    {
      schema: {
        params: workspaceParams,
        body: booking,
        response: {
          201: {
            type: 'object',
            properties: { session: sessionReply, conflicts: { type: 'array', items: text } },
          },
        },
      },
      preHandler: allow('sessions.create'),
    },
    async ({ params: { workspaceId }, body }, reply) => {
      let conflicts: string[] = []
      const session = await write(event, 'session.changed', async (within) => {
        const booked = await book(workspaceId, body, within)
        if (!booked) throw Object.assign(new Error('Not found'), { statusCode: 404 })
        conflicts = booked.conflicts
        return booked.stored
      })
      return reply.code(201).send({ session, conflicts })
    },
  )
}

announce(await app.listen({ host: '127.0.0.1', port: 0 }))
