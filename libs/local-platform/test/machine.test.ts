import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  readdirSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { claimDataFolder, findGateway, resetDataFolder } from '../src/data-folder.ts'
import { findDatabase } from '../src/database.ts'
import { ensureKeys } from '../src/keys.ts'
import { findNats } from '../src/nats.ts'
import { createPortAllocator } from '../src/ports.ts'
import { planInstances, planPrograms, sharedEnvironment } from '../src/services.ts'

let folder = ''
let blocker: Server | null = null

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wp-local-'))
})

afterEach(() => {
  blocker?.close()
  blocker = null
  rmSync(folder, { recursive: true, force: true })
})

const writeProgram = (name: string) => {
  const file = join(folder, name)
  writeFileSync(file, '#!/bin/sh\n')
  chmodSync(file, 0o755)
  return file
}

describe('createPortAllocator', () => {
  it('allocates a higher port when the requested one is taken or was already allocated', async () => {
    const taken = await new Promise<number>((resolve) => {
      blocker = createServer().listen(0, '127.0.0.1', () =>
        resolve((blocker!.address() as { port: number }).port),
      )
    })
    const allocatePort = createPortAllocator()
    const first = await allocatePort(taken)
    expect(first).toBeGreaterThan(taken)
    expect(await allocatePort(first)).toBeGreaterThan(first)
  })

  it('does not allocate a port assigned to another process, even if nothing listens on it yet', async () => {
    const program = `const { createPortAllocator } = await import('${new URL('../src/ports.ts', import.meta.url).href}')
      Math.random = () => 0.5
      process.stdout.write(String(await createPortAllocator()('free')))
      process.stdin.resume()`
    const start = async () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
      onTestFinished(() => void child.kill('SIGKILL'))
      const [output] = (await once(child.stdout, 'data')) as [Buffer]
      return Number(output.toString())
    }
    const first = await start()
    const second = await start()
    expect(Math.abs(second - first)).toBeGreaterThanOrEqual(100)
  })
})

describe('ensureKeys', () => {
  it('creates keys only once, readable only by their owner', () => {
    const { signingKeys, encryptionKeys, hmacKey } = ensureKeys(folder)
    const before = [signingKeys, encryptionKeys, hmacKey].map((file) => readFileSync(file, 'utf8'))
    ensureKeys(folder)
    expect([signingKeys, encryptionKeys, hmacKey].map((file) => readFileSync(file, 'utf8'))).toEqual(before)
    for (const file of [signingKeys, encryptionKeys, hmacKey]) expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(before[0]!).keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' })
  })
})

describe('findNats', () => {
  it('prefers NATS_URL over a local program', async () => {
    const path = writeProgram('nats-server')
    const report = () => undefined
    expect(await findNats({ NATS_URL: 'nats://far:4222', PATH: folder }, report)).toEqual({
      kind: 'given',
      url: 'nats://far:4222',
    })
    expect(await findNats({ PATH: folder }, report)).toEqual({ kind: 'program', path })
  })
})

describe('findDatabase', () => {
  it('prefers MONGODB_URL, then mongod, but keeps using an embedded database that has data', () => {
    const mongod = writeProgram('mongod')
    expect(findDatabase({ MONGODB_URL: 'mongodb://far', PATH: folder }, folder)).toEqual({
      kind: 'given',
      url: 'mongodb://far',
    })
    expect(findDatabase({ PATH: folder }, folder)).toEqual({ kind: 'mongod', path: mongod })
    mkdirSync(join(folder, 'embedded-mongo'))
    expect(findDatabase({ PATH: folder }, folder)).toEqual({ kind: 'embedded' })
  })

  it('throws when mongod is missing but the folder contains its data, unless MONGODB_URL is set', () => {
    mkdirSync(join(folder, 'mongod'))
    expect(() => findDatabase({ PATH: '/nowhere' }, folder)).toThrow(/contains data of mongod/)
    expect(findDatabase({ MONGODB_URL: 'mongodb://far', PATH: '/nowhere' }, folder).kind).toBe('given')
  })
})

describe('claimDataFolder', () => {
  it("rejects a running platform's folder and takes over a dead process's folder", () => {
    writeFileSync(join(folder, 'runner.pid'), `${process.ppid}`)
    expect(() => claimDataFolder(folder)).toThrow(/is already running/)
    writeFileSync(join(folder, 'runner.pid'), '999999999')
    claimDataFolder(folder).release()
  })

  it('takes over the folder of a dead process whose id is now used by another process', () => {
    writeFileSync(join(folder, 'runner.pid'), `${process.ppid} 1`)
    expect(() => claimDataFolder(folder)).not.toThrow()
  })

  it('publishes the gateway address until the folder is released', () => {
    const claim = claimDataFolder(folder)
    expect(findGateway(folder)).toBeNull()
    claim.announce('http://127.0.0.1:8081')
    expect(findGateway(folder)).toBe('http://127.0.0.1:8081')
    claim.release()
    expect(findGateway(folder)).toBeNull()
  })
})

describe('resetDataFolder', () => {
  const fill = (...names: string[]) => names.forEach((name) => mkdirSync(join(folder, name)))

  it('deletes the data and claims the folder, and ignores a missing folder', () => {
    fill('logs', 'credentials', 'embedded-mongo')
    resetDataFolder(folder)
    expect(readdirSync(folder)).toEqual(['runner.pid'])
    resetDataFolder(join(folder, 'missing'))
  })

  it('deletes the entries of a first start that was interrupted', () => {
    fill('logs', 'keys')
    resetDataFolder(folder)
    expect(readdirSync(folder)).toEqual(['runner.pid'])
  })

  it('throws and deletes nothing if the platform is running or the folder is not a data folder', () => {
    fill('logs', 'credentials')
    writeFileSync(join(folder, 'runner.pid'), `${process.ppid}`)
    expect(() => resetDataFolder(folder)).toThrow(/is already running/)
    rmSync(join(folder, 'credentials'), { recursive: true })
    fill('photos')
    expect(() => resetDataFolder(folder)).toThrow(/is not a data folder of the platform/)
    expect(readdirSync(folder).toSorted()).toEqual(['logs', 'photos', 'runner.pid'])
  })
})

describe('planPrograms', () => {
  it('groups services into shared processes, and passes each service its own settings', async () => {
    const instances = await planInstances(
      ['identity', 'labs', 'pos', 'gateway'],
      { labs: 2 },
      createPortAllocator(),
      { gateway: 'free', services: 'free' },
    )
    const programs = planPrograms(instances, [
      { services: ['pos', 'labs'], program: 'several.ts' },
      { services: ['finance'], program: 'several.ts' },
    ])
    expect(programs.map(({ name, isShared }) => [name, isShared])).toEqual([
      ['labs+labs-2+pos', true],
      ['identity', false],
      ['gateway', false],
    ])
    const { runs } = programs[0]!
    const { SERVICES = '' } = sharedEnvironment(
      runs,
      runs.map(({ ports }) => ({ PATH: process.env['PATH'], HTTP_PORT: `${ports.http}` })),
    )
    expect(JSON.parse(SERVICES)).toEqual(
      runs.map(({ service, ports }) => ({ service, env: { HTTP_PORT: `${ports.http}` } })),
    )
  })
})
