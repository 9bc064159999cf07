import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Binary, Long } from '../src/bson/values.ts'
import { Environment } from '../src/storage/environment.ts'
import { type DatabaseProcess, startProcess } from './database-process.ts'
import { RawClient } from './raw-client.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-mongo-stopping-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a session id that is not a UUID', () => {
  let running: DatabaseProcess
  beforeEach(async () => {
    running = await startProcess(folder)
    return async () => await running.kill('SIGKILL')
  })

  it('is rejected without stopping the server, which still shuts down cleanly', async () => {
    const wire = new RawClient(running.port)
    const lsid = { id: new Binary(Buffer.alloc(2500), 4) }
    const insert = { insert: 'items', documents: [{ _id: 1 }], lsid, txnNumber: Long.fromNumber(1) }
    expect(await wire.run(insert)).toMatchObject({ ok: 0, code: 207, codeName: 'InvalidUUID' })
    expect(await wire.run({ count: 'items' })).toMatchObject({ ok: 1, n: 0 })
    wire.socket.destroy()
    expect(await running.kill('SIGTERM')).toBe(0)
  })
})

describe('a write that waits for a lock', () => {
  it('is completed when the server stops, because the open transaction that holds the lock is aborted', async () => {
    const running = await startProcess(folder)
    const [holder, waiter] = [new RawClient(running.port), new RawClient(running.port)]
    const updates = [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }]
    await waiter.run({ insert: 'items', documents: [{ _id: 1, n: 0 }] })
    const lsid = { id: new Binary(Buffer.alloc(16), 4) }
    const begin = { lsid, txnNumber: Long.fromNumber(1), autocommit: false, startTransaction: true }
    expect(await holder.run({ update: 'items', updates, ...begin })).toMatchObject({ n: 1 })
    const waiting = waiter.run({ update: 'items', updates })
    await holder.run({ ping: 1 })
    const stopped = running.kill('SIGTERM')
    expect(await waiting).toMatchObject({ ok: 1, n: 1 })
    expect(await stopped).toBe(0)
  })
})

describe('an error in Environment.write', () => {
  let environment: Environment
  beforeEach(async () => {
    environment = await Environment.open(folder, (error) => {
      throw error
    })
    return async () => await environment.close()
  })
  const [a, b, c] = [Buffer.from('a'), Buffer.from('b'), Buffer.from('c')]

  it('is thrown to the caller, leaves nothing behind, and does not affect the next write', async () => {
    const torn = environment.write(() => {
      environment.put('docs', a, b)
      expect(environment.get('docs', a)).toEqual(b)
      environment.put('docs', Buffer.alloc(5000), b)
    })
    await expect(torn).rejects.toThrow(/5000 bytes is too long/)
    expect(environment.get('docs', a)).toBeUndefined()
    await environment.write(() => environment.put('docs', a, c))
    expect(environment.get('docs', a)).toEqual(c)
  })

  it('rolls back only the failed attempt, on disk and in memory', async () => {
    let memory = 'before'
    await environment.write(() => {
      environment.attempt(() => environment.put('docs', a, a))
      const step = (): never =>
        environment.attempt(() => {
          memory = 'changed'
          environment.onUndo(() => (memory = 'before'))
          environment.remove('docs', a)
          expect(environment.get('docs', a)).toBeUndefined()
          throw new Error('failed')
        })
      expect(step).toThrow('failed')
      environment.attempt(() => environment.put('docs', b, b))
    })
    expect(environment.get('docs', a)).toEqual(a)
    expect(environment.get('docs', b)).toEqual(b)
    expect(memory).toBe('before')
  })
})
