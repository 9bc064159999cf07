import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newWorkspace, platform, uniqueName, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { commands } from '../src/operations/commands.ts'
import { runCommand } from '../src/operations/main.ts'
import { enrolTotp } from './second-factors.ts'

// Some commands run in their own process, which starts slowly on a busy machine.

const visitor = () => visitorApi(contract)

const program = join(import.meta.dirname, '../src/operations/main.ts')

const settings = () => {
  const keys = join(platform().dataDir, 'keys')
  return {
    ...process.env,
    MONGODB_URL: platform().mongoUrl,
    SIGNING_KEYS_FILE: join(keys, 'signing-keys.json'),
    ENCRYPTION_KEYS_FILE: join(keys, 'encryption-keys.json'),
    HMAC_KEY_FILE: join(keys, 'hmac-key'),
  }
}

/** Runs the program in a separate process, as an operator does. */
const runProgram = async (args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [program, ...args], { env: { ...settings(), ...env } }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
  )

/** Runs a command inside the test process. */
const admin = ([name = '', ...args]: string[], env: Record<string, string> = {}) =>
  runCommand(name, args, { ...settings(), ...env })

describe('wp admin create-admin', () => {
  it('creates an admin who can log in with the printed password', async () => {
    const email = `${uniqueName('ops')}@platform.example`
    const made = await runProgram(['create-admin', email, 'admin,analyst'])
    expect(made).toMatchObject({ code: 0 })
    const password = /password (\S+)/.exec(made.text)?.[1]
    const { body } = await visitor().adminLogin({ email, password: password! })
    expect(body).toMatchObject({ account: { role: ['admin', 'analyst'] } })
  })
})

describe('wp admin unlock and wp admin remove-factors', () => {
  it('lets an owner log in again after too many wrong passwords, and without a second factor', async () => {
    const { email, password, api } = await newWorkspace(contract)
    for (let attempt = 0; attempt < 10; attempt += 1)
      await visitor().login({ email, password: 'wrong-horse-1' })
    expect(await visitor().login({ email, password })).toFailWith(429, 'RATE_LIMITED')
    await admin(['unlock', email])
    expect((await visitor().login({ email, password })).status).toBe(200)
    await enrolTotp(api)
    expect((await visitor().login({ email, password })).body).toHaveProperty('mfaRequired')
    await admin(['remove-factors', email])
    expect((await visitor().login({ email, password })).body).toHaveProperty('token')
  })
})

describe('wp admin rotate-keys', () => {
  it('creates a signing key and prints when it starts to sign', async () => {
    const made = await admin(['rotate-keys'], { DATABASE_PREFIX: `t${randomBytes(6).toString('hex')}_` })
    expect(made).toMatch(/^The key \S+ signs from \d{4}-/)
  })
})

describe('wp admin replay', () => {
  it("queues a service's stored events since a given time", async () => {
    await newWorkspace(contract)
    const replayed = await admin(['replay', 'identity'])
    expect(Number(/^Queued (\d+) events of identity/.exec(replayed)?.[1])).toBeGreaterThan(0)
    expect(await admin(['replay', 'admin-billing', '--since', '2200-01-01T00:00:00Z'])).toMatch(
      /^Queued 0 events/,
    )
  })
})

describe('wp admin', () => {
  it('prints the usage for an unknown command and names an invalid setting', async () => {
    await expect(admin(['dance'])).rejects.toThrow('npm run wp -- admin <command>')
    const nonsense = await runProgram(['rotate-keys'], { MONGODB_URL: 'nonsense' })
    expect(nonsense).toMatchObject({ code: 1, text: expect.stringContaining('MONGODB_URL') })
  })

  it('rejects an invalid address, an unknown role and missing arguments', async () => {
    const run = (name: string, args: string[]) =>
      commands[name]!.run({} as never, args, { ADMIN_PASSWORD: 'x'.repeat(12) })
    await expect(run('unlock', ['no-address'])).rejects.toThrow('email address')
    await expect(run('create-admin', ['a@platform.example', 'king'])).rejects.toThrow('Unknown roles: king')
    await expect(run('replay', [])).rejects.toThrow('service name')
    await expect(run('replay', ['pos', '--since', 'then'])).rejects.toThrow('--since 2027')
  })
})
