import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { freePort } from '@wp/embedded-mongo/test/free-port'
import { MongoClient } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { atEnd, eventually, sharedServers } from './servers.ts'

const { database, nats } = await sharedServers()

const run = (env: Record<string, string>, args: string[] = []): ChildProcess => {
  const child = spawn(process.execPath, [new URL('sample-main.ts', import.meta.url).pathname, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      MONGODB_URL: database.url,
      NATS_URL: nats.url,
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  atEnd(() => child.kill('SIGKILL'))
  return child
}

type Line = { msg?: string; http?: string; ready?: boolean; service?: string; rpc?: null; ops?: string }

/** Reads lines until one matches; the process keeps writing to the same pipe. */
const lineWith = async (child: ChildProcess, matches: (line: Line) => boolean): Promise<Line> => {
  for await (const text of createInterface({ input: child.stdout! })) {
    const line = JSON.parse(text) as Line
    if (matches(line)) return line
  }
  throw new Error(`The process ended with ${child.exitCode}: ${await text(child.stderr!)}`)
}

const ready = async (child: ChildProcess): Promise<string> => {
  const { http } = await lineWith(child, ({ msg }) => msg === 'ready')
  child.stdout!.resume()
  return http!
}

const exit = async (child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return [child.exitCode, child.signalCode]
}

describe('runService', () => {
  it('prints a line of JSON when it is ready if WP_ANNOUNCE=1 is set', async () => {
    const child = run({ WP_ANNOUNCE: '1', LOG_LEVEL: 'silent' })
    const line = await lineWith(child, () => true)
    expect(line).toEqual({
      ready: true,
      service: 'sample',
      http: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      rpc: null,
      ops: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
    })
  })

  it('finishes a running request after SIGTERM and exits with 0', async () => {
    const child = run({})
    const url = await ready(child)
    const slow = fetch(new URL('/slow', url))
    await fetch(new URL('/things', url))
    child.kill('SIGTERM')
    const reply = await slow
    expect([reply.status, await reply.json()]).toEqual([200, { late: true }])
    expect(await exit(child)).toEqual([0, null])
  })

  it('ignores a second SIGINT, keeps draining and exits with 0', async () => {
    const child = run({})
    const url = await ready(child)
    const slow = fetch(new URL('/slow', url))
    await fetch(new URL('/things', url))
    child.kill('SIGINT')
    await eventually(async () => {
      const { headers } = await fetch(new URL('/things', url))
      return headers.get('connection') === 'close' ? true : undefined
    })
    child.kill('SIGINT')
    expect((await slow).status).toBe(200)
    expect(await exit(child)).toEqual([0, null])
  })

  it('ignores SIGINT if WP_ANNOUNCE=1 says that a runner started it', async () => {
    const child = run({ WP_ANNOUNCE: '1' })
    const url = await ready(child)
    child.kill('SIGINT')
    child.kill('SIGINT')
    const { headers, status } = await fetch(new URL('/slow', url))
    expect([status, headers.get('connection')]).toEqual([200, 'keep-alive'])
    expect(child.exitCode).toBeNull()
  })

  it('exits with 78 and prints all problems with the configuration', async () => {
    const child = run({ HTTP_PORT: 'eighty', NATS_URL: '' })
    const [errors, code] = await Promise.all([text(child.stderr!), exit(child)])
    expect(code).toEqual([78, null])
    expect(errors).toContain('sample: The configuration has 2 problems:')
    expect(errors).toContain('HTTP_PORT: ')
    expect(errors).toContain('NATS_URL: is not set (URL of NATS; separate several with commas)')
  })

  it('exits with 1 and logs the error when a port is in use', async () => {
    const child = run({ HTTP_PORT: String(nats.port) })
    const line = await lineWith(child, ({ msg }) => msg === 'failed to start; exiting')
    expect(line).toMatchObject({ level: 'fatal', err: { code: 'EADDRINUSE' } })
    child.stdout!.resume()
    expect(await exit(child)).toEqual([1, null])
  })

  it('exits with 0 after SIGTERM while waiting for the database', async () => {
    const opsPort = String(await freePort())
    const child = run({
      MONGODB_URL: `mongodb://127.0.0.1:${await freePort()}/?directConnection=true`,
      OPS_PORT: opsPort,
    })
    await eventually(async () =>
      (await fetch(`http://127.0.0.1:${opsPort}/ready`)).status === 503 ? true : undefined,
    )
    child.kill('SIGTERM')
    expect(await exit(child)).toEqual([0, null])
  })
})

describe('runService migrate', () => {
  it('creates the collections without NATS and exits with 0', async () => {
    const prefix = 'migrated_'
    const child = run({ DATABASE_PREFIX: prefix, NATS_URL: 'nats://127.0.0.1:1' }, ['migrate'])
    expect(await exit(child)).toEqual([0, null])
    const client = await new MongoClient(database.url).connect()
    const collections = await client.db(`${prefix}sample`).listCollections().toArray()
    await client.close()
    expect(collections.map(({ name }) => name as string)).toContain('things')
  })

  it('exits with 78 for an invalid configuration', async () => {
    const child = run({ MONGODB_URL: 'nowhere' }, ['migrate'])
    expect(await exit(child)).toEqual([78, null])
  })
})

describe('runService replay', () => {
  it('makes stored events since a time pending again, and prints how many', async () => {
    const settings = { DATABASE_PREFIX: 'replayed_', NATS_URL: 'nats://127.0.0.1:1' }
    expect(await exit(run(settings, ['migrate']))).toEqual([0, null])
    const client = await new MongoClient(database.url).connect()
    atEnd(() => client.close())
    type Stored = { _id: string; type: string; envelope: string; waits?: true }
    const outbox = client.db('replayed_sample').collection<Stored>('outbox')
    const audit = { type: 'wp.sample.audit.recorded.v1' }
    const publishedAt = new Date('2027-02-01T00:00:00.000Z')
    const _id = publishedAt.getTime().toString(16).padStart(12, '0').padEnd(24, '1')
    const event = { _id, type: 'wp.sample.thing.made.v1', aggregate: null, envelope: '{}', publishedAt }
    await outbox.insertOne(event)
    const output = async (...args: string[]) => {
      const child = run({ ...settings, LOG_LEVEL: 'silent' }, ['replay', ...args])
      const [out, errors, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), exit(child)])
      return { code, text: `${out}${errors}`.trim() }
    }
    expect(await output('--since', '2200-01-01T00:00:00Z')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^Queued 0 events of sample/),
    })
    expect(await outbox.countDocuments({ type: event.type, waits: true })).toBe(0)
    expect(await output('--since', '2027-01-31T00:00:00Z')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^Queued 1 event of sample;/),
    })
    expect(await outbox.countDocuments({ type: event.type, waits: true })).toBe(1)
    // The event, and the records of both replays.
    expect((await output()).text).toMatch(/^Queued 3 events of sample;/)
    const records = await outbox.find(audit).toArray()
    expect(records.map(({ envelope }) => (JSON.parse(envelope) as { data: object }).data)).toEqual(
      Array(3).fill({
        actorId: null,
        actorKind: 'operator',
        action: 'events.replayed',
        targetType: 'service',
        targetId: 'sample',
      }),
    )
    expect(await output('--until', 'now')).toMatchObject({
      code: 1,
      text: expect.stringContaining('--since 2027'),
    })
  })

  it('lists the commands and exits with 1 for an unknown one', async () => {
    const child = run({}, ['dance'])
    const [errors, code] = await Promise.all([text(child.stderr!), exit(child)])
    expect(code).toEqual([1, null])
    expect(errors).toContain('replay [--since <time>]')
  })
})
