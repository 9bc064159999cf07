// The cost of a request with all services running, compared with the same operation on plain Fastify and NestJS with
// mongoose, on the same embedded database and over 16 connections. G16: CPU time of our service, which gets its requests
// directly, as the peers do. G19: CPU time of all processes for requests through the gateway, including the services that
// handle the events, compared with a peer that caches verified tokens.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPlatform, type Platform } from '@wp/local-platform'
import { MongoClient, ObjectId } from 'mongodb'
import { bundleOf } from '../../deploy/local/src/bundle/bundle-folder.ts'
import { alternate, drive, median, ratio, report, round, startServer, type BenchServer } from './measure.ts'
import { call, signUp } from './parts/by-size.ts'
import { cpuMicrosOf } from './parts/process-cpu.ts'
import { newClient, requestsOf, type Ids, type Operation } from './parts/scene.ts'

const connections = 16
const clientCount = 200
/** They have no address, so their bookings are not confirmed by email, which the peers do not do either. */
const visitorCount = 20
const staffCount = 10
const scale = Number(process.env['BENCH_SCALE'] ?? 1)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7)
/** Limits a run to these operations and subjects, for profiling. */
const only = process.env['BENCH_OPERATIONS']?.split(',')
const onlySubjects = process.env['BENCH_SUBJECTS']?.split(',')
/** Only a limited run may have goals without a value; in a full run, such a goal is missed. */
const isPartial = only !== undefined || onlySubjects !== undefined
/**
 * Requests per round: enough to make the work that a process does after idling negligible. Half as many unmeasured
 * requests precede each round.
 */
const counts: Record<Operation, number> = { read: 1000, list: 480, create: 480, book: 320 }
/** Requests before the first round, so that the optimizing compiler has finished by then. */
const warmUps: Record<Operation, number> = { read: 20_000, list: 6000, create: 5000, book: 6000 }

/**
 * Limit for a booking, as a multiple of a read in the Fastify peer: 2.5 ms when that read takes 520 µs. It is
 * relative because processors differ.
 */
const bookingInReads = 4.8

/** Enough for the first events of the last request to arrive. */
const effectsMs = 300
const cachingPeer = 'Fastify, lean or with outbox, cached tokens'
const withoutGateway = 'ours, without the gateway'
const wholePeer = 'Fastify, the same behind a proxy, with published events'
/** The consumers that react to a new client or booking: those of webhooks and realtime. */
const consumersOfEvent = 2
const idleMs = 3000
/** Jobs that wait for work are idle after 10 s. */
const settleMs = 15_000
/** Events are being handled while the processes use more than this multiple of their idle time. */
const calm = 3

/** Returns the CPU time of each process so far, in microseconds. */
type Counter = () => Promise<Record<string, number>>
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
type Subject = { url: string; requests: ReturnType<typeof requestsOf>; cpu: Counter; next: number }

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-end-to-end-'))
const unlimited = `${1_000_000_000}`
const platform = await startPlatform({
  dataDir,
  programOf: bundleOf,
  env: { RATE_LIMIT_DEFAULT: unlimited, RATE_LIMIT_AUTH: unlimited },
})
const servers: BenchServer[] = []
try {
  const pidOf = (wanted: string): number =>
    platform.processes().find(({ name }) => name === wanted)?.pid ?? Number.NaN
  const { token, workspaceId } = await signUp(platform, 'pro')
  const auth = { authorization: `Bearer ${token}` }
  const jwks = await call<object>(`${platform.services['identity']![0]!.http}/.well-known/jwks.json`)
  process.env['BENCH_JWKS'] = JSON.stringify(jwks)
  process.env['BENCH_MONGODB_URL'] = platform.mongoUrl
  process.env['BENCH_NATS_URL'] = platform.natsUrl

  const start = async (file: string, name: string): Promise<BenchServer> => {
    const server = await startServer(new URL(file, import.meta.url), name)
    servers.push(server)
    return server
  }
  const startPeer = async (name: 'fastify' | 'nest'): Promise<(prefix: string) => Subject> => {
    const server = await start(`./peers/${name}.server.ts`, name)
    const ids = await fillPeer(platform, name, server.url, workspaceId, auth)
    return (prefix) => ({
      url: server.url,
      requests: requestsOf(`${prefix}/workspace/${workspaceId}`, token, ids),
      cpu: async () => ({ service: await server.cpuMicros(), database: cpuMicrosOf(pidOf('mongodb')) }),
      next: 0,
    })
  }
  const labels: Record<string, string> = {
    gateway: 'gateway',
    scheduling: 'service',
    mongodb: 'database',
    nats: 'NATS',
  }
  const [fastify, nest] = [await startPeer('fastify'), await startPeer('nest')]
  const path = `/v1/workspace/${workspaceId}`
  const ids = await fillPlatform(`${platform.gatewayUrl}${path}`, auth)
  const ours: Subject = {
    url: platform.gatewayUrl,
    requests: requestsOf(path, token, ids),
    cpu: async () => {
      const used: Record<string, number> = {}
      for (const { name, pid } of platform.processes()) {
        const label = labels[name] ?? 'other services'
        used[label] = (used[label] ?? 0) + cpuMicrosOf(pid!)
      }
      return used
    },
    next: 0,
  }
  // Its bookings must be on other days than those through the gateway.
  const direct: Subject = {
    ...ours,
    url: platform.services['scheduling']![0]!.http,
    requests: requestsOf(`/workspace/${workspaceId}`, token, ids),
    next: 20_000,
  }
  const reading = {
    ours,
    [withoutGateway]: direct,
    Fastify: fastify(''),
    'Fastify, lean': fastify('/lean'),
    NestJS: nest(''),
  }
  const writing = {
    ours,
    [withoutGateway]: direct,
    Fastify: fastify(''),
    'Fastify, transaction and outbox': fastify('/event'),
    NestJS: nest(''),
    'NestJS, transaction and outbox': nest('/event'),
  }
  const published = fastify('/published')
  process.env['BENCH_UPSTREAM'] = published.url
  const [proxy, consumers] = [
    await start('./gateway.server.ts', 'undici proxy'),
    await start('./peers/consumers.server.ts', `${consumersOfEvent}`),
  ]
  const whole: Subject = {
    ...published,
    url: proxy.url,
    cpu: async () => ({
      ...(await published.cpu()),
      proxy: await proxy.cpuMicros(),
      consumers: await consumers.cpuMicros(),
      NATS: cpuMicrosOf(pidOf('nats')),
    }),
  }
  const cached = { [cachingPeer]: fastify('/cached'), [wholePeer]: whole }
  const subjects: Record<Operation, Record<string, Subject>> = {
    read: { ...reading, ...cached },
    list: { ...reading, ...cached },
    create: { ...writing, ...cached },
    book: { ...writing, ...cached },
  }

  const results: Record<string, number[]> = {}
  const run = async (operation: Operation, subject: Subject, count: number): Promise<void> => {
    const batch = Array.from({ length: count }, () => subject.requests[operation](subject.next++))
    await drive(subject.url, batch, count, connections)
  }
  /** Returns the CPU time that each process uses in a millisecond. */
  const cpuShare = async (subject: Subject, forMs: number): Promise<Record<string, number>> => {
    const [before, since] = [await subject.cpu(), performance.now()]
    await pause(forMs)
    const ms = performance.now() - since
    const after = Object.entries(await subject.cpu())
    return Object.fromEntries(after.map(([process, micros]) => [process, (micros - before[process]!) / ms]))
  }
  await pause(settleMs)
  const idle = Object.fromEntries(
    await Promise.all(
      Object.entries({ ...reading, ...writing, ...cached }).map(
        async ([name, subject]) => [name, await cpuShare(subject, idleMs)] as const,
      ),
    ),
  )
  const idleSum = sum(Object.values(idle['ours']!))
  /** Waits until our services have handled the events of all requests. */
  const effects = async (): Promise<void> => {
    while (sum(Object.values(await cpuShare(ours, effectsMs))) > calm * idleSum);
  }
  /** Records the CPU time per request of each process, without what it uses anyway, and returns the sum. */
  const measure = async (operation: Operation, name: string, subject: Subject): Promise<number> => {
    const count = Math.ceil(counts[operation] * scale)
    await run(operation, subject, Math.ceil(count / 2))
    await effects()
    const [before, since] = [await subject.cpu(), performance.now()]
    await run(operation, subject, count)
    await effects()
    const [after, ms] = [await subject.cpu(), performance.now() - since]
    let total = 0
    for (const [process, micros] of Object.entries(after)) {
      const each = Math.max(0, micros - before[process]! - ms * idle[name]![process]!) / count
      ;(results[`${operation}, ${name}: ${process}`] ??= []).push(each)
      total += each
    }
    return total
  }

  const sums: Partial<Record<Operation, Record<string, number[]>>> = {}
  for (const operation of ['read', 'list', 'create', 'book'] as const) {
    if (only && !only.includes(operation)) continue
    const entries = Object.entries(subjects[operation]).filter(
      ([name]) => onlySubjects?.includes(name) ?? true,
    )
    for (const [name, subject] of entries)
      // A peer's subjects share one process, so each needs only half of the warm-up.
      await run(
        operation,
        subject,
        Math.ceil((warmUps[operation] * scale) / (name.startsWith('ours') ? 1 : 2)),
      )
    sums[operation] = await alternate(
      Object.fromEntries(entries.map(([name, subject]) => [name, () => measure(operation, name, subject)])),
      rounds,
    )
  }

  const against = (operation: Operation, peer = 'Fastify'): number =>
    ratio(
      results[`${operation}, ${withoutGateway}: service`] ?? [],
      results[`${operation}, ${peer}: service`] ?? [],
    )
  const wholePath = (operation: Operation, name = 'ours'): number =>
    ratio(sums[operation]?.[name] ?? [], sums[operation]?.[cachingPeer] ?? [])
  const compare = (operation: Operation): string =>
    `${operation} ${round(wholePath(operation, wholePeer))}, and ours ` +
    `${round(ratio(sums[operation]?.['ours'] ?? [], sums[operation]?.[wholePeer] ?? []))} of that`
  const reads = (subject: string): number =>
    median(results[`${subject}: service`] ?? []) / median(results['read, Fastify: service'] ?? [])
  const mostOfPeer = { read: 1.2, list: 0.8, create: 1.3, book: 1 }
  const outOfReach = Object.entries(mostOfPeer).filter(
    ([operation, most]) => wholePath(operation as Operation, wholePeer) > most,
  )
  for (const [operation, values] of Object.entries(sums))
    for (const [name, totals] of Object.entries(values)) results[`${operation}, ${name}: all`] = totals
  await report({
    id: 'end-to-end',
    title: 'Whole requests, compared with plain Fastify and NestJS',
    unit: 'µs CPU per request',
    results,
    goals: [
      { goal: 'G16 read: our service / Fastify peer', value: against('read'), atMost: 0.8 },
      { goal: 'G16 list: our service / Fastify peer', value: against('list'), atMost: 0.8 },
      { goal: 'G16 create: our service / Fastify peer', value: against('create'), atMost: 2 },
      {
        goal: 'G16 booking: our service / a read in the Fastify peer',
        value: reads(`book, ${withoutGateway}`),
        atMost: bookingInReads,
      },
      { goal: 'G19 read: all processes / caching peer', value: wholePath('read'), atMost: mostOfPeer.read },
      { goal: 'G19 list: all processes / caching peer', value: wholePath('list'), atMost: mostOfPeer.list },
      {
        goal: 'G19 create: all processes / caching peer',
        value: wholePath('create'),
        atMost: mostOfPeer.create,
      },
      {
        goal: 'G19 booking: all processes / caching peer',
        value: wholePath('book'),
        atMost: mostOfPeer.book,
      },
    ].filter(({ value }) => !isPartial || Number.isFinite(value)),
    note:
      'The goal for a booking is 2.5 ms of CPU in the service when a read in the Fastify peer takes 520 µs, which is 4.8 reads. ' +
      'A booking makes seven database calls, six of them one after the other in its transaction; one plans its reminders, which ' +
      'the peers do not do. In a profile of the stores alone, the driver, BSON and the sockets used four fifths of the CPU that ' +
      `these calls take in the service. A booking in the Fastify peer with a transaction takes ` +
      `${round(reads('book, Fastify, transaction and outbox'))} reads. ` +
      'The caching peer has neither a gateway nor readers of its events. Behind a proxy that checks nothing, with events that ' +
      `are published, read by ${consumersOfEvent} consumers and ignored, it uses this multiple of its CPU time: ` +
      `${(['read', 'list', 'create', 'book'] as const).map(compare).join('; ')}. ` +
      (outOfReach.length > 0
        ? `So the goals for ${outOfReach.map(([operation]) => operation).join(', ')} are out of reach with a gateway and a bus.`
        : 'So the goals are in reach with a gateway and a bus.'),
  })
} finally {
  for (const server of servers) await server.stop()
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Creates the clients, the service and the staff that the requests need, through our routes. */
async function fillPlatform(url: string, auth: Record<string, string>): Promise<Ids> {
  const make = (what: string, body: object) =>
    call<Record<string, { id: string }>>(`${url}/${what}`, body, auth)
  const service = await make('services', { name: 'Haircut', durationMinutes: 30, price: 10 })
  const role = await make('roles', { name: 'Stylist', permissions: ['sessions.view'] })
  const visitorIds: string[] = []
  const ids: Ids = { clientIds: [], visitorIds, serviceId: service['service']!.id, staffIds: [] }
  for (let index = 0; index < clientCount; index += 1)
    ids.clientIds.push((await make('clients', newClient(index)))['client']!.id)
  for (let index = 0; index < visitorCount; index += 1)
    visitorIds.push((await make('clients', { name: `Visitor ${index}` }))['client']!.id)
  for (let index = 0; index < staffCount; index += 1) {
    const member = { name: 'Mona', email: `mona${index}@shop.example`, roleId: role['role']!.id }
    ids.staffIds.push((await make('staff', member))['staff']!.id)
  }
  return ids
}

/**
 * Creates the same records in a peer: clients through its route, the service and the staff directly in its database.
 */
async function fillPeer(
  { mongoUrl }: Platform,
  name: string,
  url: string,
  workspaceId: string,
  auth: Record<string, string>,
): Promise<Ids> {
  const client = await MongoClient.connect(mongoUrl)
  try {
    const db = client.db(`bench_${name}`)
    const serviceId = new ObjectId()
    const staffIds = Array.from({ length: staffCount }, () => new ObjectId())
    await db
      .collection('services')
      .insertOne({ _id: serviceId, workspaceId, name: 'Haircut', durationMinutes: 30, isActive: true })
    await db.collection('staff').insertMany(staffIds.map((_id) => ({ _id, workspaceId, name: 'Mona' })))
    const clientIds: string[] = []
    for (let index = 0; index < clientCount; index += 1) {
      const made = await call<{ client: { id: string } }>(
        `${url}/workspace/${workspaceId}/clients`,
        newClient(index),
        auth,
      )
      clientIds.push(made.client.id)
    }
    return { clientIds, serviceId: serviceId.toString(), staffIds: staffIds.map(String) }
  } finally {
    await client.close()
  }
}
