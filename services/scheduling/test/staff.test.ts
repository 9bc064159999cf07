import * as billing from '@wp/admin-billing/contract'
import { apiOf, eventually, platform, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { bookable, everyDay, newMember, newRole, newSalon, unknownId } from './salon.ts'

const newEmail = () => `${uniqueName('staff')}@shop.example`

describe('/workspace/:workspaceId/staff', () => {
  it('creates a staff member, sends an invitation, and returns the member by id, in the list and in searches', async () => {
    const salon = await newSalon()
    const { api, workspaceId } = salon
    const roleId = await newRole(salon)
    const email = newEmail()
    const made = await api.createStaff({
      name: 'Mona',
      email: email.toUpperCase(),
      roleId,
      avatarUrl: 'https://a.example/m.png',
    })
    expect(made.status).toBe(201)
    expect(made.body.staff).toMatchObject({
      workspaceId,
      name: 'Mona',
      email,
      roleId,
      phone: null,
      avatarUrl: 'https://a.example/m.png',
      fieldValues: [],
      workingHours: null,
    })
    const params = { staffId: made.body.staff.id }
    expect((await api.getStaff({ params })).body.staff).toEqual(made.body.staff)
    const other = await newMember(salon, { name: 'Sámi فاطمة' })
    const listed = (await api.listStaff()).body
    expect(listed.staff.map(({ id }) => id)).toEqual([other.id, made.body.staff.id])
    expect(listed.pagination).toMatchObject({ total: 2 })
    const found = await api.listStaff({ query: { search: 'MON' } })
    expect(found.body.staff.map(({ name }) => name)).toEqual(['Mona'])
    for (const search of ['ami', 'SÁM', 'فاطمه'])
      expect((await api.listStaff({ query: { search } })).body.staff.map(({ id }) => id)).toEqual([other.id])
    await eventually(async () => {
      const { messages } = (await salon.owner.listOutbox({ query: { to: email } })).body
      expect(messages).toHaveLength(1)
    })
  })

  it('updates a staff member, and changes the role in identity before it replies', async () => {
    const salon = await newSalon()
    const { api } = salon
    const mona = await newMember(salon)
    const params = { staffId: mona.id }
    const hours = everyDay(['09:00', '12:00'], ['13:00', '17:00'])
    const changed = await api.updateStaff({
      params,
      body: { name: 'Mona S.', phone: '+20100', workingHours: hours },
    })
    expect(changed.body.staff).toMatchObject({
      name: 'Mona S.',
      phone: '+20100',
      workingHours: hours,
      email: mona.email,
    })
    const roleId = await newRole(salon, ['clients.view'])
    const email = newEmail()
    const moved = await api.updateStaff({ params, body: { roleId, email, phone: null } })
    expect(moved.body.staff).toMatchObject({ roleId, email, phone: null, name: 'Mona S.' })
    expect((await api.updateStaff({ params, body: {} })).body.staff).toMatchObject({ roleId, email })
    // Identity deletes the old role because it is no longer in use, but not the new one.
    expect((await salon.owner.deleteRole({ params: { roleId: mona.roleId } })).status).toBe(204)
    expect(await salon.owner.deleteRole({ params: { roleId } })).toFailWith(409, 'CONFLICT')
  })

  it('rejects updates with an unknown role, an email in use, a wrong type or an invalid avatar URL', async () => {
    const salon = await newSalon()
    const { api } = salon
    const mona = await newMember(salon)
    const params = { staffId: mona.id }
    expect(await api.updateStaff({ params, body: { roleId: unknownId } })).toFailWith(404, 'NOT_FOUND')
    const taken = (await newMember(salon)).email
    expect(await api.updateStaff({ params, body: { email: taken } })).toFailWith(409, 'CONFLICT')
    const { roleId, email, updatedAt } = mona
    expect((await api.getStaff({ params })).body.staff).toMatchObject({ roleId, email, updatedAt })
    expect(await api.updateStaff.raw({ params, body: { email: 5 } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.updateStaff({ params, body: { avatarUrl: 'javascript:1' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await api.updateStaff({ params: { staffId: unknownId }, body: {} })).toFailWith(404, 'NOT_FOUND')
  })

  it('frees the role, email and seat of a removed staff member and keeps their name in sessions', async () => {
    const salon = await newSalon(undefined, undefined, 'free')
    const { api } = salon
    const { booking } = await bookable(salon)
    const mona = await newMember(salon)
    const params = { staffId: mona.id }
    const { session } = (await api.createSession({ ...booking, staffId: mona.id })).body
    const seats = async () => (await salon.use(billing).getOwnSubscription()).body.subscription.staffUsed
    expect(await seats()).toBe(1)
    expect((await api.deleteStaff({ params })).status).toBe(204)
    expect(await seats()).toBe(0)
    expect((await api.getSession({ params: { sessionId: session.id } })).body.session).toMatchObject({
      staffName: 'Mona',
    })
    expect(await api.getStaff({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.deleteStaff({ params })).toFailWith(404, 'NOT_FOUND')
    expect((await api.listStaff()).body.staff).toEqual([])
    expect((await salon.owner.deleteRole({ params: { roleId: mona.roleId } })).status).toBe(204)
    const again = await newMember(salon, { email: mona.email })
    expect(again.id).not.toBe(mona.id)
  })

  it('gives a staff member the permissions of their role, lets them grant no others, and ends their access on removal', async () => {
    const salon = await newSalon()
    const { api, owner, workspaceId } = salon
    const roleId = await newRole(salon, ['clients.view', 'staff.create'])
    const mona = await newMember(salon, { roleId })
    const { messages } = (await owner.listOutbox({ query: { to: mona.email } })).body
    const accepted = await owner.acceptInvitation({
      body: { token: messages[0]!.token!, password: 'staff-horse-2' },
    })
    const { token } = accepted.body as { token: string }
    const hers = apiOf(contract, { baseUrl: `${platform().gatewayUrl}/v1`, token, params: { workspaceId } })
    expect((await hers.listClients()).status).toBe(200)
    expect(await hers.createClient({ name: 'Ali' })).toFailWith(403, 'FORBIDDEN')
    // Callers cannot grant a permission that they do not have.
    const powerful = await newRole(salon, ['finance.manage'])
    const friend = { name: 'Sami', email: newEmail(), roleId: powerful }
    expect(await hers.createStaff(friend)).toFailWith(403, 'FORBIDDEN')
    expect((await hers.createStaff({ ...friend, roleId })).status).toBe(201)

    expect((await api.deleteStaff({ params: { staffId: mona.id } })).status).toBe(204)
    await eventually(async () => expect(await hers.listClients()).toFailWith(401, 'UNAUTHENTICATED'))
  })

  it('requires a name, an existing role, a valid and unused email and valid working hours', async () => {
    const salon = await newSalon()
    const { api } = salon
    const mona = await newMember(salon)
    const { roleId } = mona
    const body = { name: 'Sami', email: newEmail(), roleId }
    expect(await api.createStaff.raw({ body: { ...body, name: undefined } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    expect(await api.createStaff({ ...body, roleId: 'x' })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.createStaff({ ...body, email: 'none' })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'email',
    })
    const upsideDown = { ...everyDay(['09:00', '08:00']) }
    expect(await api.createStaff({ ...body, workingHours: upsideDown })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.createStaff({ ...body, roleId: unknownId })).toFailWith(404, 'NOT_FOUND')
    expect(await api.createStaff({ ...body, email: mona.email })).toFailWith(409, 'CONFLICT', {
      path: 'email',
    })
    expect((await api.listStaff()).body.staff).toHaveLength(1)
    expect((await api.createStaff(body)).status).toBe(201)
    expect(await api.listStaff({ query: { limit: 0 } })).toFailWith(400, 'INVALID_REQUEST')
  })

  it('requires valid answers to required staff fields', async () => {
    const salon = await newSalon()
    const { api } = salon
    await api.createStaffField({ key: 'badge', label: 'Badge', type: 'number', isRequired: true })
    const body = { name: 'Mona', email: newEmail(), roleId: await newRole(salon) }
    expect(await api.createStaff(body)).toFailWith(422, 'VALIDATION_FAILED', { path: 'fieldValues' })
    const wrong = { ...body, fieldValues: [{ fieldKey: 'badge', value: 'x' }] }
    expect(await api.createStaff(wrong)).toFailWith(422, 'VALIDATION_FAILED', { path: 'fieldValues.0.value' })
    const made = await api.createStaff({ ...body, fieldValues: [{ fieldKey: 'badge', value: 7 }] })
    expect(made.body.staff.fieldValues).toEqual([{ fieldKey: 'badge', value: 7 }])
    const params = { staffId: made.body.staff.id }
    const changed = await api.updateStaff({
      params,
      body: { fieldValues: [{ fieldKey: 'badge', value: 8 }] },
    })
    expect(changed.body.staff.fieldValues).toEqual([{ fieldKey: 'badge', value: 8 }])
  })

  it("returns 422 QUOTA_EXCEEDED beyond the plan's seats, even for concurrent requests, until a member is removed", async () => {
    const salon = await newSalon(undefined, undefined, 'free')
    const { api } = salon
    const roleId = await newRole(salon)
    const join = () => api.createStaff({ name: 'Mona', email: newEmail(), roleId })
    const replies = await Promise.all(Array.from({ length: 6 }, join))
    const joined = replies.filter(({ status }) => status === 201)
    const seats = joined.length
    expect(seats).toBeGreaterThan(0)
    expect(seats).toBeLessThan(6)
    for (const refused of replies.filter(({ status }) => status !== 201))
      expect(refused).toFailWith(422, 'QUOTA_EXCEEDED')
    expect(await join()).toFailWith(422, 'QUOTA_EXCEEDED')
    expect((await api.listStaff()).body.staff).toHaveLength(seats)
    await api.deleteStaff({ params: { staffId: joined[0]!.body.staff.id } })
    expect((await join()).status).toBe(201)
  })

  it('returns the same staff member for a repeated Idempotency-Key', async () => {
    const salon = await newSalon()
    const body = { name: 'Mona', email: newEmail(), roleId: await newRole(salon) }
    const call = { body, headers: { 'idempotency-key': 'k1' } }
    const first = await salon.api.createStaff(call)
    expect((await salon.api.createStaff(call)).body).toEqual(first.body)
  })
})
