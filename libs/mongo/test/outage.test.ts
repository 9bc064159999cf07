import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@wp/embedded-mongo'
import { newId } from '@wp/kernel'
import { createLogger, createMetrics, requestContext } from '@wp/telemetry'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { watchConnection } from '../src/connection-watch.ts'
import { connectTo } from '../src/connection.ts'
import { orders } from './orders.ts'
import { scratchServer } from './scratch-database.ts'

const server = scratchServer()

describe('a store during an outage', () => {
  it('throws UNAVAILABLE while the database is down and works again once it is back', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'wp-mongo-outage-'))
    let own = await startServer({ dataDir })
    onTestFinished(async () => {
      await own.close()
      await rm(dataDir, { recursive: true, force: true })
    })
    const db = await server.open({ url: own.uri, collections: [orders], operationMs: 4000 })
    const store = db.tenant(orders)(newId())
    await store.insert({ label: 'before' })

    await own.close()
    const away = { code: 'UNAVAILABLE', status: 503, retryAfterSeconds: 1 }
    const during = [
      store.find(),
      store.insert({ label: 'during' }),
      store.insertMany([{ label: 'during' }]),
      db.transaction(() => store.insert({ label: 'during' })),
      db.inbox.once('c', { id: newId(), workspaceId: null }, async () => undefined),
      db.ping(),
    ]
    const results = await Promise.allSettled(during)
    expect(results).toMatchObject(during.map(() => ({ status: 'rejected', reason: away })))

    own = await startServer({ dataDir, port: own.port })
    await expect.poll(() => store.find().catch(() => [])).toHaveLength(1)
    await db.transaction(() => store.insert({ label: 'after' }))
    expect((await store.find({}, { sort: { label: 1 } })).map(({ label }) => label)).toEqual([
      'after',
      'before',
    ])
  })

  /** A proxy to the server that can pause all traffic or break the connection at the next requests or replies. */
  const openWire = async (port: number) => {
    const sockets = new Set<Socket>()
    let isHeld = false
    let cut = { command: '', at: 'request', left: 0 }
    const wire = createServer((near) => {
      const far = connect(port, '127.0.0.1')
      let isReplyLost = false
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from)
        from.on('data', (bytes) => {
          const isCut = cut.left > 0 && from === near && bytes.includes(cut.command)
          if (isCut) cut.left -= 1
          isReplyLost ||= isCut && cut.at === 'reply'
          if ((isCut && cut.at === 'request') || (isReplyLost && from === far)) near.destroy()
          else if (!isHeld) to.write(bytes)
        })
        from.on('error', () => to.destroy())
        from.on('close', () => to.destroy())
      }
    })
    await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      wire.close()
    })
    return {
      port: (wire.address() as AddressInfo).port,
      hold: () => {
        isHeld = true
      },
      cutNext: (command: string, { at = 'request', times = 1 } = {}) => {
        cut = { command, at, left: times }
      },
      isCut: () => cut.left === 0,
    }
  }

  const openByWire = async () => {
    const wire = await openWire(Number(new URL(server.uri().replace('mongodb:', 'http:')).port))
    const url = `mongodb://127.0.0.1:${wire.port}/?directConnection=true`
    return { wire, db: await server.open({ url, collections: [orders] }) }
  }

  it('repeats a read when the connection breaks', async () => {
    const { wire, db } = await openByWire()
    const store = db.tenant(orders)(newId())
    const { id } = await store.insert({ label: 'before' })
    wire.cutNext('find')
    expect(await store.get({ id })).toMatchObject({ label: 'before' })
    expect(wire.isCut()).toBe(true)
  })

  it.each([
    ['insert', 'request', 1],
    ['insert', 'reply', 1],
    ['commitTransaction', 'request', 3],
    ['commitTransaction', 'reply', 1],
    ['commitTransaction', 'reply', 3],
  ])(
    'applies a transaction once when the connection breaks at the %s %s, %i times in a row',
    async (command, at, times) => {
      const { wire, db } = await openByWire()
      const store = db.tenant(orders)(newId())
      await store.insert({ label: 'before' })
      wire.cutNext(command, { at, times })
      await db.transaction(() => store.insert({ label: 'during' }))
      expect(wire.isCut()).toBe(true)
      expect(await store.count({ label: 'during' })).toBe(1)
    },
  )

  it("throws UNAVAILABLE soon after the request's deadline when the database hangs", async () => {
    const { wire, db } = await openByWire()
    const store = db.tenant(orders)(newId())
    await store.insert({ label: 'before' })
    wire.hold()
    const write = () => db.transaction(() => store.insert({ label: 'during' }))
    for (const work of [() => store.find(), write] as (() => Promise<unknown>)[]) {
      const deadline = performance.now() + 300
      await expect(requestContext.run({ requestId: 'r', deadline }, work)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
      })
      expect(performance.now()).toBeLessThan(deadline + 15_000) // half of an operation's time limit
    }
  })
})

describe('a database whose disk is full', () => {
  it('rejects writes with UNAVAILABLE and the reason, keeps acknowledged writes, and accepts writes again later', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'wp-mongo-full-'))
    let free = 1e12
    const own = await startServer({ dataDir, freeBytes: async () => free })
    onTestFinished(async () => {
      await own.close()
      await rm(dataDir, { recursive: true, force: true })
    })
    const options = { url: own.uri, name: 'full', collections: [orders] }
    const db = await server.open(options)
    const store = db.tenant(orders)(newId())
    const acknowledged: string[] = []
    const insert = async (): Promise<void> => {
      acknowledged.push((await store.insert({ label: 'x' })).id)
    }
    const isWarned = () => db.warnings().some((warning) => warning.includes('its disk is full'))
    await insert()
    expect(isWarned()).toBe(false)

    free = 0
    const refused = {
      code: 'UNAVAILABLE',
      message: 'The disk of the database is full, so nothing can be saved; try again later',
      retryAfterSeconds: 30,
    }
    await expect.poll(() => insert().catch((error: unknown) => error)).toMatchObject(refused)
    await expect(db.transaction(insert)).rejects.toMatchObject(refused)
    expect(isWarned()).toBe(true)
    const ids = async () => (await store.find()).map(({ id }) => id).toSorted()
    expect(await ids()).toEqual(acknowledged.toSorted())
    // A service can start while the disk is full.
    expect(await (await server.open(options)).tenant(orders)(store.workspaceId).count()).toBe(
      acknowledged.length,
    )

    free = 1e12
    await db.transaction(insert)
    expect(await ids()).toEqual(acknowledged.toSorted())
    expect(isWarned()).toBe(false)
  })
})

describe('watchConnection', () => {
  it('opens the connection again when the driver no longer finds a running server', async () => {
    const logger = createLogger({ service: 'test', level: 'silent' })
    const connected = await connectTo(server.uri(), 'watched', logger, 4000)
    const { connection } = connected
    const watch = watchConnection(
      connected,
      { logger, metrics: createMetrics('test') },
      { pauseMs: 20, reopenAfterMs: 100 },
    )
    onTestFinished(async () => {
      await watch.stop()
      await connection.close()
    })
    const notes = connection.collection<{ text: string }>('notes')
    await notes.insertOne({ text: 'before' })
    // A closed topology simulates a driver that has permanently lost its server.
    ;(connection.getClient() as unknown as { topology: { close(): void } }).topology.close()
    await expect(notes.countDocuments()).rejects.toThrow('Topology is closed')
    await expect.poll(() => notes.countDocuments().catch(() => 0)).toBe(1)
    await expect.poll(() => watch.unavailableMs()).toBe(0)
    const session = await connection.startSession()
    await session.withTransaction(() => notes.insertOne({ text: 'after' }, { session }))
    expect(await notes.countDocuments()).toBe(2)
  })

  it("measures how far this process's clock is ahead of the database clock", async () => {
    const logger = createLogger({ service: 'test', level: 'silent' })
    const metrics = createMetrics('test')
    const connected = await connectTo(server.uri(), 'watched', logger, 4000)
    const { connection } = connected
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    const watch = watchConnection(connected, { logger, metrics }, { pauseMs: 20 })
    onTestFinished(async () => {
      vi.useRealTimers()
      await watch.stop()
      await connection.close()
    })
    // The database runs in this process and therefore has the same clock, so its reply is replaced.
    const databaseTime = new Date(Date.now() - 3_600_000)
    vi.spyOn(connection.db!.admin().constructor.prototype, 'command').mockResolvedValue({
      localTime: databaseTime,
    })
    await expect.poll(() => Math.round(watch.clockOffsetMs() / 60_000)).toBe(60)
    expect(await metrics.registry.metrics()).toMatch(/^clock_offset_seconds\{.*\} 3[56]\d\d/m)
  })
})
