import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-login-'))
const passwordFile = join(folder, 'password')
let server: RunningServer

beforeAll(async () => {
  writeFileSync(passwordFile, 'first-password\n')
  server = await startServer({ dataDir: join(folder, 'data'), passwordFile })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const insertAs = async (login: string, options = '') => {
  const client = new MongoClient(
    `mongodb://${login}127.0.0.1:${server.port}/?directConnection=true&serverSelectionTimeoutMS=3000${options}`,
  )
  try {
    return (await client.db('test').collection('things').insertOne({})).acknowledged
  } finally {
    await client.close()
  }
}

describe('authentication', () => {
  it('accepts the password with an explicit or a negotiated mechanism', async () => {
    expect(await insertAs('wp:first-password@')).toBe(true)
    expect(await insertAs('wp:first-password@', '&authMechanism=SCRAM-SHA-256')).toBe(true)
  })

  it('rejects a missing password, a wrong password and an unknown user', async () => {
    await expect(insertAs('')).rejects.toMatchObject({ code: 13, codeName: 'Unauthorized' })
    await expect(insertAs('wp:wrong@')).rejects.toMatchObject({ code: 18 })
    await expect(insertAs('root:first-password@')).rejects.toMatchObject({ code: 18 })
  })

  it('rejects commands that read data, but not ping, without a password', async () => {
    const client = new MongoClient(`mongodb://127.0.0.1:${server.port}/?directConnection=true`)
    const admin = client.db('admin')
    expect(await admin.command({ ping: 1 })).toMatchObject({ ok: 1 })
    for (const command of [
      { listDatabases: 1 },
      { serverStatus: 1 },
      { find: 'things' },
      { getParameter: 1 },
    ])
      await expect(admin.command(command)).rejects.toMatchObject({ code: 13 })
    await expect(
      admin.command({ saslContinue: 1, conversationId: 1, payload: Buffer.from('c=biws,r=,p=AAAA') }),
    ).rejects.toMatchObject({ code: 18 })
    await expect(admin.command({ listDatabases: 1 })).rejects.toMatchObject({ code: 13 })
    await client.close()
  })

  it('accepts both passwords in the file, rejects a removed one, and keeps existing connections open', async () => {
    const client = await MongoClient.connect(
      `mongodb://wp:first-password@127.0.0.1:${server.port}/?directConnection=true`,
    )
    const things = client.db('test').collection('things')
    await things.insertOne({})
    writeFileSync(passwordFile, 'second-password\nfirst-password\n')
    expect(await insertAs('wp:second-password@')).toBe(true)
    expect(await insertAs('wp:first-password@')).toBe(true)
    writeFileSync(passwordFile, 'second-password\n')
    await expect(insertAs('wp:first-password@')).rejects.toMatchObject({ code: 18 })
    expect(await insertAs('wp:second-password@')).toBe(true)
    await things.insertOne({})
    await client.close()
  })
})
