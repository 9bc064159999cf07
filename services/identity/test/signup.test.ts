import type { RequestBody } from '@wp/http'
import { adminApi, newWorkspace, openTestDatabase, uniqueName, visitorApi } from '@wp/testing'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as contract from '../src/contract.ts'
import { workspaceCollection } from '../src/workspaces/workspace.store.ts'

const visitor = () => visitorApi(contract)

type Signup = RequestBody<typeof contract.signup>

let fields: Omit<Signup, 'email'>

const newEmail = () => `${uniqueName('owner')}@shop.example`

const withFields = (changes: Partial<Signup> = {}): Signup => ({ ...fields, email: newEmail(), ...changes })

beforeAll(async () => {
  const { planId } = await newWorkspace()
  fields = { password: 'correct-horse-1', phone: '+14155550123', planId, businessCategorySlug: 'retail' }
})

function weekFrom(start: string) {
  const day = { isOpen: true, intervals: [{ start, end: '23:59' }] }
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  return Object.fromEntries(days.map((name) => [name, day]))
}

describe('POST /signup', () => {
  it('creates the workspace and logs its owner in', async () => {
    const email = newEmail()
    const { status, body, headers } = await visitor().signup(
      withFields({ email: ` ${email.toUpperCase()} ` }),
    )
    expect(status).toBe(201)
    expect(body.expiresIn).toBe(3600)
    expect(body.workspace).toMatchObject({
      name: null,
      slogan: null,
      email,
      phone: '+14155550123',
      phoneVerified: false,
      requirePhoneVerification: true,
      planId: fields['planId'],
      businessCategorySlug: 'retail',
      marketingOptIn: false,
      discountPercentage: null,
      workingHours: null,
      settings: {
        preventOverlap: false,
        blockHolidays: false,
        timeZone: 'UTC',
        currencyCode: 'USD',
        locale: 'en',
        enforceWorkingHours: false,
        reminders: [1440, 120],
      },
      business: { displayName: null, email: null, address: null },
      languages: ['en'],
      taxRates: [],
    })
    expect(headers.get('set-cookie')).toMatch(/^wp_refresh=[^;]+;.*Path=\/.*HttpOnly.*SameSite=Lax/)
    const me = await visitor().me({ token: body.token })
    expect(me.body.account).toMatchObject({ email, role: 'owner', staffId: null })
    expect(me.body.account.permissions).toContain('labs.run')
    expect(me.body.workspace?.id).toBe(body.workspace.id)
  })

  it.each([
    ['email', undefined],
    ['email', 'not an address'],
    ['email', 7],
    ['email', { $ne: null }],
    ['password', undefined],
    ['password', 'short1'],
    ['password', 'no-digit-in-here'],
    ['phone', undefined],
    ['phone', '04155550123'],
    ['phone', '+1415'],
    ['planId', undefined],
    ['planId', 7],
    ['businessCategorySlug', undefined],
    ['businessCategorySlug', 'no-such-category'],
    ['marketingOptIn', 'yes'],
    ['workingHours', { monday: { isOpen: true, intervals: [] } }],
    ['workingHours', weekFrom('24:00')],
    ['workingHours', weekFrom('9:00')],
  ])('rejects %s = %j with 422, as does POST /workspace', async (path, value) => {
    for (const { status, body } of [
      await visitor().signup.raw({ body: { ...withFields(), [path]: value } }),
      await visitor().createWorkspace.raw({ body: { ...withFields(), [path]: value } }),
    ]) {
      expect(status).toBe(422)
      expect(JSON.stringify(body)).toContain(path)
    }
  })

  it('returns 400 for a malformed planId or body and 422 for an unknown plan, as does POST /workspace', async () => {
    for (const call of [visitor().signup, visitor().createWorkspace]) {
      expect(await call(withFields({ planId: 'pro' }))).toFailWith(400, 'INVALID_REQUEST', { path: 'planId' })
      expect(await call.raw({ body: [] })).toFailWith(400, 'INVALID_REQUEST')
      expect(await call(withFields({ planId: 'f'.repeat(24) }))).toFailWith(422, 'PLAN_INACTIVE', {
        path: 'planId',
      })
    }
  })

  it('rejects an email that belongs to an account or admin, regardless of case, as does POST /workspace', async () => {
    const { email } = await newWorkspace()
    expect(await visitor().signup(withFields({ email }))).toFailWith(409, 'CONFLICT', {
      path: 'email',
    })
    const inCapitals = await visitor().createWorkspace(withFields({ email: email.toUpperCase() }))
    expect(inCapitals).toFailWith(409, 'CONFLICT', { path: 'email' })
    const { admins } = (await (await adminApi(contract)).listAdmins()).body
    expect(await visitor().signup(withFields({ email: admins[0]!.email }))).toFailWith(409, 'CONFLICT')
  })

  it('ignores fields that callers cannot set', async () => {
    const unasked = { discountPercentage: 90, phoneVerified: true, id: 'f'.repeat(24), role: 'admin' }
    const { workspace } = (await visitor().signup.raw({ body: { ...withFields(), ...unasked } })).body
    expect(workspace).toMatchObject({ discountPercentage: null, phoneVerified: false })
    expect(workspace.id).not.toBe('f'.repeat(24))
  })

  it('creates one workspace for twelve concurrent requests with the same email', async () => {
    const body = withFields({ name: uniqueName('Shop ') })
    const replies = await Promise.all(Array.from({ length: 12 }, () => visitor().signup(body)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(11)
    const { email, password, name } = body
    const login = await visitor().login({ email, password })
    expect(login.body).toMatchObject({ workspace: { email } })
    const db = await openTestDatabase('wp_identity', { collections: [workspaceCollection] })
    onTestFinished(() => db.close())
    expect(await db.global(workspaceCollection)().find({ name })).toHaveLength(1)
  })
})

describe('POST /workspace', () => {
  it('creates a workspace and returns no token', async () => {
    const { status, body } = await visitor().createWorkspace(withFields({ name: 'Corner Shop' }))
    expect(status).toBe(201)
    expect(Object.keys(body)).toEqual(['workspace'])
    expect(body.workspace.name).toBe('Corner Shop')
  })
})
