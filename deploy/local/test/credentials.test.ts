import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBus } from '@wp/bus'
import { openCallerCheck, openServiceTokens } from '@wp/credentials'
import type { ServiceDeclaration } from '@wp/credentials/setup'
import { systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeCredentials, natsPidFile, platformFiles, startPlatform } from '@wp/local-platform'
import { reloadNats } from '../src/credentials/reload-nats.ts'
import { writeCredentials } from '../src/credentials/write-credentials.ts'

const declarationOf = (calls: ServiceDeclaration['calls']): ServiceDeclaration => ({
  database: false,
  calls,
  follows: [],
  buckets: { manifests: 'own-keys' },
  routes: [],
  rootPaths: [],
  upgrades: [],
  permissions: {},
  redrivesDeadLetters: false,
})
const declarations = new Map([
  ['shop', declarationOf({ bank: ['Pay'] })],
  ['bank', declarationOf({})],
])

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-credentials-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Allowed = { allow: string[] }
type NatsUsers = {
  authorization: { users: { nkey: string; permissions: { publish: Allowed; subscribe: Allowed } }[] }
}

const usersIn = (folder: string) =>
  (JSON.parse(readFileSync(platformFiles(folder).natsUsers, 'utf8')) as NatsUsers).authorization.users.map(
    ({ nkey }) => nkey,
  )

const passwordsIn = (folder: string) =>
  readFileSync(platformFiles(folder).databasePasswords, 'utf8').trim().split('\n')

describe('makeCredentials', () => {
  it('creates credentials only once, readable only by their owner', async () => {
    const folder = join(newFolder(), 'credentials')
    await makeCredentials({ folder, declarations })
    const read = () =>
      ['shop/rpc-key.pem', 'shop/nats.seed', 'bank/rpc-callers.json', 'nats-users.conf'].map((file) =>
        readFileSync(join(folder, file), 'utf8'),
      )
    const first = read()
    await makeCredentials({ folder, declarations })
    expect(read()).toEqual(first)
    expect(usersIn(folder)).toHaveLength(3)
    expect(passwordsIn(folder)).toHaveLength(1)
    expect((statSync(join(folder, 'shop')).mode & 0o777).toString(8)).toBe('700')
    expect((statSync(join(folder, 'shop/rpc-key.pem')).mode & 0o777).toString(8)).toBe('600')
  })

  it('lets a service that follows all services read every stream, including those of services added later', async () => {
    const folder = join(newFolder(), 'credentials')
    const readers = new Map([['log', { ...declarationOf({}), follows: ['*'] }], ...declarations])
    const streamsReadBy = async (service: string, all: typeof readers) => {
      await makeCredentials({ folder, declarations: all })
      const file = JSON.parse(readFileSync(platformFiles(folder).natsUsers, 'utf8')) as NatsUsers
      const { publish, subscribe } = file.authorization.users[[...all.keys()].indexOf(service)]!.permissions
      expect(subscribe.allow).toContain(`wp.${[...all.keys()].at(-1)}.>`)
      return publish.allow.flatMap((subject) => /^\$JS\.ACK\.(wp-[a-z]+)\./.exec(subject)?.[1] ?? [])
    }
    expect(await streamsReadBy('log', readers)).toEqual(['wp-log', 'wp-shop', 'wp-bank'])
    const later = new Map([...readers, ['loyalty', declarationOf({})]])
    expect(await streamsReadBy('log', later)).toEqual(['wp-log', 'wp-shop', 'wp-bank', 'wp-loyalty'])
  })

  it('keeps the previous key, user and password valid until the next rotation', async () => {
    const folder = newFolder()
    await makeCredentials({ folder, declarations })
    const tokenOfShop = () =>
      openServiceTokens({ service: 'shop', folder: join(folder, 'shop') }).tokenFor('bank')
    const bank = openCallerCheck({ service: 'bank', folder: join(folder, 'bank') })
    const [token, users, passwords] = [tokenOfShop(), usersIn(folder), passwordsIn(folder)]

    await makeCredentials({ folder, declarations, rotate: true })
    expect(bank.check(tokenOfShop(), 'Pay')).toBeNull()
    expect(bank.check(token, 'Pay')).toBeNull()
    expect(usersIn(folder)).toHaveLength(6)
    expect(usersIn(folder)).toEqual(expect.arrayContaining(users))
    expect(passwordsIn(folder)).toEqual([expect.any(String), ...passwords])

    await makeCredentials({ folder, declarations, rotate: true })
    const restarted = openCallerCheck({ service: 'bank', folder: join(folder, 'bank') })
    expect(restarted.check(token, 'Pay')?.reason).toBe('unknown')
    expect(restarted.check(tokenOfShop(), 'Pay')).toBeNull()
    expect(usersIn(folder).filter((user) => users.includes(user))).toEqual([])
    expect(passwordsIn(folder)).not.toContain(passwords[0])
  })
})

describe('writeCredentials', () => {
  it('writes and rotates the credentials of the services, and prints the next step', async () => {
    const folder = join(newFolder(), 'credentials')
    const run = (rotate: boolean) => writeCredentials({ out: folder, rotate })
    expect(await run(false)).toContain(
      `Include ${platformFiles(folder).natsUsers} in the configuration of NATS`,
    )
    expect(existsSync(join(folder, 'scheduling/rpc-key.pem'))).toBe(true)
    expect(await run(true)).toContain('The database accepts both passwords')
    expect(passwordsIn(folder)).toHaveLength(2)
  })
})

describe('reloadNats', () => {
  it('adds and removes users while a service is connected, and the service uses its new seed without a restart', async () => {
    const dataDir = newFolder()
    const platform = await startPlatform({
      dataDir,
      services: [],
      others: declarations,
      env: { MONGODB_URL: 'mongodb://127.0.0.1:1' },
    })
    onTestFinished(() => platform.stop())
    const folder = platform.credentialsDir
    const url = platform.natsUrl.replace(/\/\/[^@]*@/, '//')
    const seedNow = () => readFileSync(join(folder, 'shop/nats.seed'), 'utf8')
    const open = async (seed: () => string) => {
      const bus = await openBus({
        url,
        service: 'shop',
        seed,
        clock: systemClock,
        logger: createLogger({ service: 'shop', level: 'silent' }),
        metrics: createMetrics('shop'),
      })
      onTestFinished(() => bus.close())
      return bus
    }
    const rotate = () =>
      makeCredentials({
        folder,
        declarations,
        rotate: true,
        reloadNats: async () => expect(await reloadNats(natsPidFile(dataDir))).toBe(true),
      })
    const firstSeed = seedNow()
    const shop = await open(seedNow)
    const put = () => shop.kv('manifests').put('shop.one', {})
    await put()
    await rotate()
    await put()
    expect((await open(seedNow)).isConnected()).toBe(true)
    expect((await open(() => firstSeed)).isConnected()).toBe(true)
    await rotate()
    await expect.poll(() => put().then(Boolean, () => false)).toBe(true)
    expect((await open(() => firstSeed)).isConnected()).toBe(false)
  })
})
