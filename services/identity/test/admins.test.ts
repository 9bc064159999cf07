import { newId } from '@wp/kernel'
import { adminApi, newWorkspace, uniqueName, visitorApi } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as contract from '../src/contract.ts'
import { bootstrapToken, ownIdentity } from './own-identity.ts'
import type { OwnIdentity } from './own-identity.ts'
import { countStatuses, totpCode, wrongTotpCode } from './second-factors.ts'

const visitor = () => visitorApi(contract)

const password = 'a-long-admin-password'

const newEmail = () => `${uniqueName('admin')}@platform.example`

let own: OwnIdentity

let unset: OwnIdentity

beforeAll(async () => {
  own = await ownIdentity()
  unset = await ownIdentity({ BOOTSTRAP_TOKEN: '' })
})

afterAll(async () => {
  await own.stop()
  await unset.stop()
})

const bootstrap = (body: unknown, token: string | null = bootstrapToken, on = own) =>
  on.visitor.bootstrapAdmin.raw({ body, ...(token !== null && { headers: { 'x-bootstrap-token': token } }) })

describe('POST /auth/admin/bootstrap', () => {
  it('checks the bootstrap token before validating the body', async () => {
    for (const token of ['wrong', `${bootstrapToken}x`, bootstrapToken.toUpperCase(), null])
      expect(await bootstrap(['not even an object'], token)).toFailWith(403, 'BOOTSTRAP_TOKEN_INVALID')
    expect(await bootstrap({}, 'x')).toFailWith(403, 'BOOTSTRAP_TOKEN_INVALID')
  })

  it('rejects every token when none is configured', async () => {
    for (const token of ['', 'undefined', bootstrapToken])
      expect(await bootstrap({ email: newEmail(), password }, token, unset)).toFailWith(
        403,
        'BOOTSTRAP_TOKEN_INVALID',
      )
  })

  it.each([
    [400, { password }],
    [400, { email: 'a@platform.example' }],
    [400, { email: 7, password }],
    [400, { email: 'a@platform.example', password, roles: 'admin' }],
    [422, { email: 'no-address', password }],
    [422, { email: 'a@platform.example', password: 'eleven-char' }],
    [422, { email: 'a@platform.example', password, roles: ['analyst'] }],
    [422, { email: 'a@platform.example', password, roles: [] }],
  ])('returns %i for the body %j', async (status, body) => {
    expect((await bootstrap(body)).status).toBe(status)
  })

  it('creates one admin for twelve concurrent requests and rejects later requests', async () => {
    const alone = await ownIdentity()
    onTestFinished(() => alone.stop())
    const once = () => bootstrap({ email: newEmail(), password }, bootstrapToken, alone)
    expect(await countStatuses(Array.from({ length: 12 }, once))).toEqual({ 201: 1, 409: 11 })
    expect(await once()).toFailWith(409, 'CONFLICT')
  })

  it('returns the first reply for a repeated Idempotency-Key, but rejects the key with another password or a wrong token', async () => {
    const alone = await ownIdentity()
    onTestFinished(() => alone.stop())
    const body = { email: newEmail(), password, roles: ['super-admin' as const] }
    const headers = { 'x-bootstrap-token': bootstrapToken, 'idempotency-key': newId() }
    const first = await alone.visitor.bootstrapAdmin({ body, headers })
    expect(first.status).toBe(201)
    const again = await alone.visitor.bootstrapAdmin({ body, headers })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    const other = { ...body, password: `${password}!` }
    expect(await alone.visitor.bootstrapAdmin({ body: other, headers })).toFailWith(
      422,
      'IDEMPOTENCY_KEY_REUSED',
    )
    const wrong = { ...headers, 'x-bootstrap-token': 'wrong' }
    expect(await alone.visitor.bootstrapAdmin({ body, headers: wrong })).toFailWith(
      403,
      'BOOTSTRAP_TOKEN_INVALID',
    )
  })
})

describe('/admin/admins and /admin/admins/:adminId', () => {
  it('creates one admin for a repeated Idempotency-Key, and rejects the key with another password', async () => {
    const root = await adminApi(contract)
    const body = { email: newEmail(), password, roles: ['analyst' as const] }
    const headers = { 'idempotency-key': newId() }
    const first = await root.createAdmin({ body, headers })
    expect(first.status).toBe(201)
    const again = await root.createAdmin({ body, headers })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    const other = { ...body, password: `${password}!` }
    expect(await root.createAdmin({ body: other, headers })).toFailWith(422, 'IDEMPOTENCY_KEY_REUSED')
  })

  it('creates an admin whose login has the permissions of the given roles', async () => {
    const root = await adminApi(contract)
    const email = newEmail()
    const created = await root.createAdmin({ email: email.toUpperCase(), password, roles: ['analyst'] })
    expect(created.status).toBe(201)
    expect(created.body.admin).toMatchObject({ email, roles: ['analyst'] })
    const { admins, pagination } = (await root.listAdmins({ query: { limit: 100 } })).body
    expect(admins).toContainEqual(created.body.admin)
    expect(pagination).toMatchObject({ limit: 100 })
    const { body } = await visitor().adminLogin({ email, password })
    expect(body).toMatchObject({ account: { role: ['analyst'], permissions: ['dashboard.view'] } })
    if (!('token' in body)) throw new Error('The login returned no token')
    expect(await visitor().listAdmins({ token: body.token })).toFailWith(403, 'FORBIDDEN')
  })

  it('rejects invalid fields, an email in use, an invalid limit and an unknown or malformed admin id', async () => {
    const root = await adminApi(contract)
    const { email } = await newWorkspace()
    const good = { email: newEmail(), password, roles: ['admin' as const] }
    expect(await root.createAdmin({ ...good, email })).toFailWith(409, 'CONFLICT', {
      path: 'email',
    })
    expect(await root.createAdmin({ ...good, password: 'short' })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await root.createAdmin.raw({ body: { ...good, roles: ['owner'] } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await root.createAdmin({ ...good, roles: [] })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await root.createAdmin.raw({ body: { ...good, email: undefined } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    expect(await root.updateAdmin({ params: { adminId: newId() }, body: {} })).toFailWith(404, 'NOT_FOUND')
    expect(await root.updateAdmin({ params: { adminId: 'x' }, body: {} })).toFailWith(400, 'INVALID_ID')
    const params = { adminId: newId() }
    expect(await root.updateAdmin({ params, body: { password: 'short' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await root.updateAdmin.raw({ params, body: { roles: 7 } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await root.listAdmins({ query: { limit: 101 } })).toFailWith(400, 'INVALID_REQUEST')
  })

  it('makes a former admin an admin again, with the new password, but not a member of a workspace', async () => {
    const root = await adminApi(contract)
    const email = newEmail()
    const { admin } = (await root.createAdmin({ email, password, roles: ['admin'] })).body
    expect(await root.createAdmin({ email, password, roles: ['admin'] })).toFailWith(409, 'CONFLICT')
    await root.updateAdmin({ params: { adminId: admin.id }, body: { roles: [] } })
    const again = await root.createAdmin({ email, password: 'another-long-password', roles: ['analyst'] })
    expect([again.status, again.body.admin]).toEqual([201, { ...admin, roles: ['analyst'] }])
    expect(await visitor().adminLogin({ email, password })).toFailWith(401, 'INVALID_CREDENTIALS')
    expect((await visitor().adminLogin({ email, password: 'another-long-password' })).status).toBe(200)
    const owner = (await newWorkspace()).email
    expect(await root.createAdmin({ email: owner, password, roles: ['admin'] })).toFailWith(409, 'CONFLICT')
  })
})

describe('PATCH /admin/admins/:adminId', () => {
  it('applies new roles immediately, sets a new password, and ends admin access when no roles are left', async () => {
    const root = await adminApi(contract)
    const email = newEmail()
    const { admin } = (await root.createAdmin({ email, password, roles: ['super-admin'] })).body
    const { body } = await visitor().adminLogin({ email, password })
    if (!('token' in body)) throw new Error('The login returned no token')
    const { token } = body
    const params = { adminId: admin.id }
    expect((await root.updateAdmin({ params, body: { roles: ['admin'] } })).body.admin.roles).toEqual([
      'admin',
    ])
    await expect.poll(async () => (await visitor().listAdmins({ token })).status).toBe(401)
    const renewed = await visitor().refresh({ refreshToken: body.refreshToken })
    expect(await visitor().listAdmins({ token: renewed.body.token })).toFailWith(403, 'FORBIDDEN')
    expect((await root.updateAdmin({ params, body: { password: 'another-long-password' } })).status).toBe(200)
    expect((await visitor().adminLogin({ email, password: 'another-long-password' })).status).toBe(200)
    expect((await root.updateAdmin({ params, body: { roles: [] } })).status).toBe(200)
    const gone = await visitor().adminLogin({ email, password: 'another-long-password' })
    expect(gone).toFailWith(401, 'INVALID_CREDENTIALS')
    expect(await root.updateAdmin({ params, body: { roles: ['admin'] } })).toFailWith(404, 'NOT_FOUND')
  })

  it('rejects changes that would leave no super-admin', async () => {
    const alone = await ownIdentity()
    onTestFinished(() => alone.stop())
    const email = newEmail()
    expect((await bootstrap({ email, password }, bootstrapToken, alone)).body.admin).toMatchObject({
      email,
      roles: ['super-admin'],
    })
    const { body } = await alone.visitor.adminLogin({ email, password })
    if (!('token' in body)) throw new Error('The login returned no token')
    const api = alone.as(body.token)
    const params = { adminId: body.account.id }
    expect(await api.updateAdmin({ params, body: { roles: ['analyst'] } })).toFailWith(409, 'CONFLICT')
    expect(await api.updateAdmin({ params, body: { roles: [] } })).toFailWith(409, 'CONFLICT')
    expect((await api.updateAdmin({ params, body: {} })).body.admin.roles).toEqual(['super-admin'])
  })

  it('requires a recent login, as do GET and POST /admin/admins, and does not let admins set their own password', async () => {
    const alone = await ownIdentity()
    onTestFinished(() => alone.stop())
    const email = newEmail()
    await bootstrap({ email, password }, bootstrapToken, alone)
    const { body } = await alone.visitor.adminLogin({ email, password })
    if (!('token' in body)) throw new Error('The login returned no token')
    const api = alone.as(body.token)
    const itself = { params: { adminId: body.account.id }, body: { password: 'another-long-password' } }
    expect(await api.updateAdmin(itself)).toFailWith(403, 'FORBIDDEN')
    const created = await api.createAdmin({ email: newEmail(), password, roles: ['super-admin'] })
    expect(created.status).toBe(201)
    await alone.advance(10 * 60_000 + 1)
    const other = { params: { adminId: created.body.admin.id }, body: { password: 'another-long-password' } }
    const refusals = [
      await api.listAdmins(),
      await api.createAdmin({ email: newEmail(), password, roles: ['super-admin'] }),
      await api.updateAdmin(other),
    ]
    for (const refused of refusals) expect(refused).toFailWith(403, 'REAUTHENTICATION_REQUIRED')
    expect((await api.reauthenticate({ password })).status).toBe(204)
    expect((await api.updateAdmin(other)).status).toBe(200)
  })
})

describe('/admin/mfa', () => {
  it('enrolls an authenticator app, then requires a code from it to log in', async () => {
    const root = await adminApi(contract)
    const email = newEmail()
    await root.createAdmin({ email, password, roles: ['analyst'] })
    const { body: first } = await visitor().adminLogin({ email, password })
    if (!('token' in first)) throw new Error('The login returned no token')
    const { token } = first
    expect((await visitor().getAdminMfaStatus({ token })).body).toEqual({ enabled: false, methods: [] })
    expect(await visitor().confirmAdminTotp({ token, body: { code: '123456' } })).toFailWith(404, 'NOT_FOUND')
    const { body: setup } = await visitor().setUpAdminTotp({ token })
    const confirm = (code: unknown) => visitor().confirmAdminTotp.raw({ token, body: { code } })
    expect(await confirm(wrongTotpCode(setup.secret))).toFailWith(401, 'MFA_FAILED')
    expect(await confirm(7)).toFailWith(400, 'INVALID_REQUEST')
    expect(await confirm('1'.repeat(41))).toFailWith(422, 'VALIDATION_FAILED')
    const confirmed = await confirm(totpCode(setup.secret))
    expect(confirmed.body.method).toMatchObject({ type: 'totp', isPrimary: true })
    expect(await confirm(totpCode(setup.secret))).toFailWith(404, 'NOT_FOUND')
    expect((await visitor().getAdminMfaStatus({ token })).body).toMatchObject({ enabled: true })

    const { body: asked } = await visitor().adminLogin({ email, password })
    if (!('challenge' in asked)) throw new Error('The login did not require a second factor')
    const challengeId = asked.challenge.id
    const code = totpCode(setup.secret, 1)
    expect(await visitor().verifyLogin({ challengeId, code })).toFailWith(401, 'MFA_FAILED')
    expect(await visitor().verifyAdminLogin.raw({ body: { challengeId, code: 7 } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    expect(await visitor().verifyAdminLogin({ challengeId, code: '1'.repeat(41) })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    const { body } = await visitor().verifyAdminLogin({ challengeId, code })
    expect(body.account).toMatchObject({ email, role: ['analyst'] })
  })
})
