import { describe, expect, it } from 'vitest'
import { startGateway } from './start-gateway.ts'
import { thingHandlers } from './thing-routes.ts'
import { ownerToken, service, tokens } from './upstreams.ts'

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const bodyOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }

describe('gateway token checks', () => {
  it('forwards requests to a protected route only with a valid token', async () => {
    let reached = 0
    const upstream = await service('things', thingHandlers(), () => {
      reached += 1
    })
    const { call } = await startGateway([upstream])
    for (const init of [
      {},
      bearer('garbage'),
      { headers: { authorization: 'Basic abc' } },
      bearer(`${await ownerToken()}x`),
    ]) {
      const answer = await call('/v1/secret', init)
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
    expect(reached).toBe(0)
    expect((await call('/v1/secret', bearer(await ownerToken()))).status).toBe(200)
  })

  it('rejects a revoked token immediately, even if it was verified before', async () => {
    const auth = tokens()
    const { call } = await startGateway([await service('things', thingHandlers())], { auth })
    const token = await ownerToken()
    expect((await call('/v1/secret', bearer(token))).status).toBe(200)
    auth.revocations.apply({ kind: 'session', sessionId: bodyOf(token).sid, at: new Date() })
    expect((await call('/v1/secret', bearer(token))).status).toBe(401)
  })

  it('forwards Authorization on an open route without verifying it', async () => {
    let seen: unknown
    const upstream = await service('things', thingHandlers(), (request) => {
      seen = request.headers.authorization
    })
    const { call } = await startGateway([upstream])
    expect((await call('/v1/things/cup', bearer('an-opaque-token'))).status).toBe(200)
    expect(seen).toBe('Bearer an-opaque-token')
  })
})
