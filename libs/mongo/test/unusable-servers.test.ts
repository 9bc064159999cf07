import { systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectTo } from '../src/connection.ts'
import { openDatabase } from '../src/index.ts'
import { ensureCollections } from '../src/indexes.ts'
import { standInServer } from './stand-in-server.ts'
import type { Command } from './stand-in-server.ts'

const primary = { isWritablePrimary: true, helloOk: true }
const uninitiated = { isreplicaset: true, isWritablePrimary: false, secondary: false, helloOk: true }
const steppedDown = { ok: 0, code: 189, codeName: 'PrimarySteppedDown', errmsg: 'not primary' }
const operationMs = 1000
const startMs = 1500

const silent = createLogger({ service: 'test', level: 'silent' })

const connect = (address: string, query = '', startMs?: number, logger = silent) =>
  connectTo(`mongodb://${address}/${query}`, 'unusable', logger, operationMs, 2, startMs)

const member = async (
  version: string,
  onCommand?: (name: string, command: Command) => object | undefined,
): Promise<string> => {
  const reply: Record<string, unknown> = { ...primary, setName: 'rs0' }
  const address = await standInServer(reply, version, onCommand)
  Object.assign(reply, { hosts: [address], me: address, primary: address })
  return address
}

describe('connectTo', () => {
  it('rejects a standalone server immediately and explains how to make it a replica set', async () => {
    const address = await standInServer(primary, '7.0.0')
    await expect(connect(address)).rejects.toThrow(/not a member of a replica set.*rs\.initiate\(\)/)
  })

  it('rejects a standalone server when the URL names a replica set', async () => {
    const address = await standInServer(primary, '7.0.0')
    await expect(connect(address, '?replicaSet=rs0', startMs)).rejects.toThrow(
      /not a member of the replica set rs0.*rs\.initiate\(\)/,
    )
  })

  it.each(['', '?replicaSet=rs0'])(
    'rejects a member that is not initiated with the URL options "%s"',
    async (query) => {
      const address = await standInServer(uninitiated, '7.0.0')
      await expect(connect(address, query, startMs)).rejects.toThrow(/run rs\.initiate\(\)/)
    },
  )

  it('waits for a member that is still being initiated', async () => {
    const reply: Record<string, unknown> = { ...uninitiated }
    const address = await standInServer(reply, '7.0.0')
    const connecting = connect(address)
    setTimeout(() => {
      Object.assign(reply, primary, { isreplicaset: undefined, setName: 'rs0' })
      Object.assign(reply, { hosts: [address], me: address, primary: address })
    }, 800)
    const { connection } = await connecting
    expect(connection.readyState).toBe(1)
    await connection.close()
  })

  it('reports a server that does not answer as unavailable', async () => {
    await expect(connect('127.0.0.1:1', '', 600)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('checks the server again when it steps down in the meantime', async () => {
    let checks = 0
    const address = await member('7.0.0', (name) => {
      if (name !== 'buildInfo') return undefined
      checks += 1
      return checks === 2 ? steppedDown : undefined
    })
    const { connection } = await connect(address, '', 10_000)
    onTestFinished(() => connection.close())
    expect(checks).toBe(4)
  })

  it('rejects a version before 5.0', async () => {
    await expect(connect(await member('4.4.29'))).rejects.toThrow('MongoDB 4.4.29 is not supported')
  })
})

describe('connectTo: the version of the server', () => {
  const check = async (version: string) => {
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line) }
    const logger = createLogger({ service: 'test', level: 'warn', destination })
    const { connection, warnings } = await connect(await member(version), '', startMs, logger)
    onTestFinished(() => connection.close())
    return { warnings, lines }
  }

  it.each(['5.0.34', '7.0.0', '8.0.4'])('accepts version %s', async (version) => {
    expect(await check(version)).toEqual({ warnings: [], lines: [] })
  })

  it.each(['8.2.0', '10.0.1'])(
    'returns a warning for version %s, which is newer than those tested',
    async (version) => {
      const { warnings, lines } = await check(version)
      expect(warnings).toEqual([expect.stringContaining(`not tested with MongoDB ${version}`)])
      expect(lines).toHaveLength(1)
    },
  )
})

describe('openDatabase', () => {
  it('reports a server that steps down while indexes are created as unavailable', async () => {
    const address = await member('7.0.0', (name) => (name === 'createIndexes' ? steppedDown : undefined))
    const opening = openDatabase({
      url: `mongodb://${address}/`,
      name: 'opening',
      clock: systemClock,
      logger: silent,
      metrics: createMetrics('test'),
      collections: [],
      operationMs,
    })
    await expect(opening).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('a connection', () => {
  const recorded = async () => {
    const commands: Record<string, Command> = {}
    const address = await member('7.0.0', (name, command) => void (commands[name] = command))
    const { connection } = await connect(address)
    onTestFinished(() => connection.close())
    return { connection, commands }
  }

  it('reads and writes with a majority', async () => {
    const { connection, commands } = await recorded()
    await connection.collection('orders').findOne({})
    await connection.collection('orders').insertOne({ label: 'a' })
    expect(commands['find']).toMatchObject({ readConcern: { level: 'majority' } })
    expect(commands['insert']).toMatchObject({ writeConcern: { w: 'majority' } })
  })

  it('treats indexes as created once a majority has built them', async () => {
    const { connection, commands } = await recorded()
    const withLease = () => Promise.reject(new Error('must not be needed'))
    const orders = { name: 'orders', indexes: [{ keys: { workspaceId: 1 } }] } as const
    await ensureCollections({ connection, withLease, logger: silent }, [orders])
    expect(commands['createIndexes']).toMatchObject({ createIndexes: 'orders', commitQuorum: 'majority' })
  })
})
