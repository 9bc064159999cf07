import { describe, expect, it } from 'vitest'
import { startService } from '../src/index.ts'
import { sampleService } from './sample-service.ts'
import { atEnd, eventually, stopAtEnd, sharedServers, startNats } from './servers.ts'

const { database, nats } = await sharedServers()
let prefixes = 0
const quick = { quietMs: 0, capMs: 1000 }

const start = async ({ natsUrl = nats.url, sample = sampleService() } = {}) => {
  const env = {
    NODE_ENV: 'test',
    MONGODB_URL: database.url,
    NATS_URL: natsUrl,
    DATABASE_PREFIX: `r${process.pid}_${prefixes++}_`,
    LOG_LEVEL: 'error',
  }
  const running = await startService(sample.service, { env, register: false, drain: quick })
  atEnd(() => running.stop())
  return { ...sample, running, status: (token: string) => statusOfMe(running.url, token) }
}

const statusOfMe = async (url: string, token: string): Promise<number> =>
  (await fetch(new URL('/me', url), { headers: { authorization: `Bearer ${token}` } })).status

describe('a service that verifies tokens', () => {
  it('accepts a token until an event revokes it', async () => {
    const { running, signIn, status } = await start()
    const [mine, other] = [await signIn(), await signIn()]
    expect([await status(mine.token), await status(other.token)]).toEqual([200, 200])
    await fetch(new URL(`/sessions/${mine.sessionId}/end`, running.url), { method: 'POST' })
    await eventually(async () => ((await status(mine.token)) === 401 ? true : undefined))
    expect(await status(other.token)).toBe(200)
  })

  it('rejects a token that was revoked before the service started', async () => {
    const sample = sampleService()
    const { token, sessionId } = await sample.signIn()
    sample.revoked.push({ kind: 'session', sessionId, at: new Date() })
    const { status } = await start({ sample })
    expect(await status(token)).toBe(401)
  })

  it('gets revocations from identity while NATS is down', async () => {
    const ownNats = await stopAtEnd(startNats())
    const { signIn, status, revoked } = await start({ natsUrl: ownNats.url })
    const [mine, other] = [await signIn(), await signIn()]
    expect(await status(mine.token)).toBe(200)
    await ownNats.stop()
    revoked.push({ kind: 'session', sessionId: mine.sessionId, at: new Date() })
    await eventually(async () => ((await status(mine.token)) === 401 ? true : undefined))
    expect(await status(other.token)).toBe(200)
  })

  it('gets keys and revocations from identity over gRPC when it receives no events', async () => {
    const identity = sampleService({ isIdentity: true })
    const common = {
      NODE_ENV: 'test',
      MONGODB_URL: database.url,
      LOG_LEVEL: 'error',
      DATABASE_PREFIX: `r${process.pid}_${prefixes++}_`,
    }
    const far = await stopAtEnd(startNats())
    const authority = await startService(identity.service, {
      env: { ...common, NATS_URL: far.url },
      register: false,
      drain: quick,
    })
    const env = { ...common, NATS_URL: nats.url, IDENTITY_RPC: authority.rpcAddress! }
    const running = await startService(
      { ...sampleService().service, authority: undefined },
      { env, register: false, drain: quick },
    )
    atEnd(async () => {
      await Promise.all([running.stop(), authority.stop()])
    })
    const { token, sessionId } = await identity.signIn()
    const status = () => statusOfMe(running.url, token)
    expect(await status()).toBe(200)
    identity.revoked.push({ kind: 'session', sessionId, at: new Date() })
    await eventually(async () => ((await status()) === 401 ? true : undefined))
  })

  it('accepts a token even if identity stopped before the first token arrived', async () => {
    const identity = sampleService({ isIdentity: true })
    const common = {
      NODE_ENV: 'test',
      MONGODB_URL: database.url,
      NATS_URL: nats.url,
      LOG_LEVEL: 'error',
      DATABASE_PREFIX: `r${process.pid}_${prefixes++}_`,
    }
    const authority = await startService(identity.service, { env: common, register: false, drain: quick })
    const running = await startService(
      { ...sampleService().service, authority: undefined },
      { env: { ...common, IDENTITY_RPC: authority.rpcAddress! }, register: false, drain: quick },
    )
    atEnd(() => running.stop())
    await authority.stop()
    const { token } = await identity.signIn()
    expect(await statusOfMe(running.url, token)).toBe(200)
  })
})
