import type { RequestBody, RequestQuery } from '@wp/http'
import { describe, expect, it } from 'vitest'
import type * as contract from '../src/contract.ts'
import { bookable, newClient, newMember, newSalon, newService, unknownId } from './salon.ts'

const shared = newSalon().then(async (salon) => ({ ...salon, ...(await bookable(salon)) }))

describe('POST /workspace/:workspaceId/sessions', () => {
  it('adds the client, staff and service names, sums durations and returns the day at midnight UTC', async () => {
    const salon = await newSalon()
    const { api, workspaceId } = salon
    const { client, service, booking } = await bookable(salon)
    const long = await newService(salon, { name: 'Colour', durationMinutes: 45 })
    const mona = await newMember(salon)
    const made = await api.createSession({
      ...booking,
      serviceIds: [service.id, long.id, service.id],
      staffId: mona.id,
      date: '2027-03-10T23:30:00-02:00',
    })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({ session: made.body.session })
    expect(made.body.session).toMatchObject({
      workspaceId,
      name: 'First visit',
      clientId: client.id,
      clientName: 'Ali Hassan',
      serviceIds: [service.id, long.id, service.id],
      serviceNames: ['Haircut', 'Colour', 'Haircut'],
      staffId: mona.id,
      staffName: 'Mona',
      date: '2027-03-11T00:00:00.000Z',
      startTime: '09:00',
      endTime: '10:45',
      durationMinutes: 105,
      status: 'scheduled',
      fieldValues: [],
      attachments: [],
      notes: [],
      invoice: null,
      questionCategory: null,
    })
    const read = await api.getSession({ params: { sessionId: made.body.session.id } })
    expect(read.body.session).toEqual(made.body.session)
  })

  it.each([
    ['uses a given duration instead of the total of the services', { durationMinutes: 10 }, 30, 10, '09:10'],
    ['uses the total of the services when no duration is given', {}, 30, 30, '09:30'],
    ['uses 60 minutes when no service has a duration', {}, null, 60, '10:00'],
    ['uses 60 minutes when the sum is 0', {}, 0, 60, '10:00'],
    ['wraps the end time past midnight', { startTime: '23:30', durationMinutes: 90 }, 30, 90, '01:00'],
    ['ends a 24-hour session at its start time', { durationMinutes: 1440 }, 30, 1440, '09:00'],
  ])('%s', async (_what, fields, serviceMinutes, durationMinutes, endTime) => {
    const salon = await shared
    const service = await newService(salon, { durationMinutes: serviceMinutes })
    const made = await salon.api.createSession({ ...salon.booking, serviceIds: [service.id], ...fields })
    expect(made.body.session).toMatchObject({ durationMinutes, endTime })
  })

  it('treats a date without a zone as UTC and accepts "completed" as the initial status', async () => {
    const { api, booking } = await shared
    const made = await api.createSession({ ...booking, date: '2027-03-10T23:59:00', status: 'completed' })
    expect(made.body.session).toMatchObject({ date: '2027-03-10T00:00:00.000Z', status: 'completed' })
    expect(made.body.session).toMatchObject({ staffId: null, staffName: null })
  })

  it.each([
    ['no name', { name: undefined }, 400, 'name'],
    ['an empty name', { name: '' }, 422, 'name'],
    ['no client', { clientId: undefined }, 400, 'clientId'],
    ['a malformed client id', { clientId: 'x' }, 400, 'clientId'],
    ['no services', { serviceIds: undefined }, 400, 'serviceIds'],
    ['an empty list of services', { serviceIds: [] }, 400, 'serviceIds'],
    ['no date', { date: undefined }, 400, 'date'],
    ['a day that does not exist', { date: '2027-02-30' }, 400, 'date'],
    ['a date that is a word', { date: 'tomorrow' }, 400, 'date'],
    ['no time', { startTime: undefined }, 400, 'startTime'],
    ['the time 24:00', { startTime: '24:00' }, 400, 'startTime'],
    ['the time 9:00', { startTime: '9:00' }, 400, 'startTime'],
    ['a duration of 0', { durationMinutes: 0 }, 422, 'durationMinutes'],
    ['a duration of more than a day', { durationMinutes: 1441 }, 422, 'durationMinutes'],
    ['a fractional duration', { durationMinutes: 30.5 }, 422, 'durationMinutes'],
    ['a duration as text', { durationMinutes: '30' }, 400, 'durationMinutes'],
    ['an unknown status', { status: 'done' }, 422, 'status'],
    ['an unknown field', { fieldValues: [{ fieldKey: 'none', value: 1 }] }, 422, 'fieldValues.0.fieldKey'],
    ['an answer without a value', { fieldValues: [{ fieldKey: 'a' }] }, 400, 'fieldValues.0.value'],
  ])('rejects a session with %s', async (_what, fields, status, path) => {
    const { api, booking } = await shared
    const code = status === 400 ? 'INVALID_REQUEST' : 'VALIDATION_FAILED'
    expect(await api.createSession.raw({ body: { ...booking, ...fields } })).toFailWith(status, code, {
      path,
    })
  })

  it('returns 404 for an unknown or deleted client or service and for an unknown staff member', async () => {
    const salon = await shared
    const { api, booking } = salon
    const [client, service] = [await newClient(salon), await newService(salon)]
    await api.deleteClient({ params: { clientId: client.id } })
    await api.deleteService({ params: { serviceId: service.id } })
    for (const fields of [
      { clientId: unknownId },
      { clientId: client.id },
      { serviceIds: [unknownId] },
      { serviceIds: [...booking.serviceIds, service.id] },
      { staffId: unknownId },
    ])
      expect(await api.createSession({ ...booking, ...fields })).toFailWith(404, 'NOT_FOUND')
  })

  it('returns 422 for inactive services, services with another scope and services that take more than a day', async () => {
    const salon = await shared
    const { api, booking } = salon
    const product = await newService(salon, { scope: 'products' })
    const inactive = await newService(salon, { isActive: false })
    const day = await newService(salon, { durationMinutes: 1440 })
    for (const serviceIds of [[product.id], [inactive.id], [day.id, ...booking.serviceIds]])
      expect(await api.createSession({ ...booking, serviceIds })).toFailWith(422, 'VALIDATION_FAILED')
  })

  it('creates one session per Idempotency-Key', async () => {
    const salon = await newSalon()
    const { booking } = await bookable(salon)
    const call = { body: booking, headers: { 'idempotency-key': 'k1' } }
    const first = await salon.api.createSession(call)
    const again = await salon.api.createSession(call)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await salon.api.listSessions()).body.sessions).toHaveLength(1)
  })
})

describe('a required session field', () => {
  it('requires an answer on creation when its phase is pre and its category matches', async () => {
    const salon = await newSalon()
    const { api } = salon
    const { booking } = await bookable(salon)
    const field = (key: string, more: Partial<RequestBody<typeof contract.createSessionField>>) =>
      api.createSessionField({ key, label: key, type: 'text', isRequired: true, ...more })
    await field('allergy', {})
    await field('skin', { category: 'skin' })
    await field('after', { phase: 'post' })
    const value = (fieldKey: string, phase?: 'pre' | 'during' | 'post') => ({
      fieldKey,
      value: 'none',
      ...(phase && { phase }),
    })
    expect(await api.createSession(booking)).toFailWith(422, 'VALIDATION_FAILED', { path: 'fieldValues' })
    const half = { ...booking, fieldValues: [value('allergy')] }
    expect(await api.createSession(half)).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'fieldValues',
    })
    const wrongPhase = { ...booking, fieldValues: [value('allergy', 'post'), value('skin')] }
    expect(await api.createSession(wrongPhase)).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'fieldValues.0.phase',
    })
    const whole = await api.createSession({
      ...booking,
      fieldValues: [value('allergy', 'pre'), value('skin')],
    })
    expect(whole.body.session.fieldValues).toEqual([
      { fieldKey: 'allergy', value: 'none', phase: 'pre' },
      { fieldKey: 'skin', value: 'none', phase: 'pre' },
    ])
    const skin = await api.createSession({
      ...booking,
      questionCategory: 'skin',
      fieldValues: [value('skin')],
    })
    expect(skin.status).toBe(201)
    const questions = async (sessionId: string) =>
      (await api.listSessionQuestions({ params: { sessionId } })).body.fields.map(({ key }) => key)
    expect(await questions(skin.body.session.id)).toEqual(['skin'])
    expect(await questions(whole.body.session.id)).toEqual(['allergy', 'skin', 'after'])
    expect(await api.listSessionQuestions({ params: { sessionId: unknownId } })).toFailWith(404, 'NOT_FOUND')
  })

  it('keeps its answer when another answer changes, and cannot be cleared', async () => {
    const salon = await newSalon()
    const { api } = salon
    const { booking } = await bookable(salon)
    for (const [key, phase] of [
      ['allergy', 'pre'],
      ['after', 'post'],
    ] as const)
      await api.createSessionField({ key, label: key, type: 'text', isRequired: true, phase })
    const value = (fieldKey: string) => ({ fieldKey, value: 'none' })
    const { session } = (await api.createSession({ ...booking, fieldValues: [value('allergy')] })).body
    const params = { sessionId: session.id }
    const answered = await api.updateSession({ params, body: { fieldValues: [value('after')] } })
    expect(answered.body.session.fieldValues.map(({ fieldKey }) => fieldKey)).toEqual(['allergy', 'after'])
    const taken = { fieldValues: [{ fieldKey: 'allergy', value: null }] }
    expect(await api.updateSession({ params, body: taken })).toFailWith(422, 'VALIDATION_FAILED')
  })
})

describe('PATCH /workspace/:workspaceId/sessions/:sessionId', () => {
  it('updates time, staff member, services and client, and keeps omitted fields', async () => {
    const salon = await newSalon()
    const { api } = salon
    const { booking } = await bookable(salon)
    const mona = await newMember(salon)
    const { session } = (await api.createSession({ ...booking, durationMinutes: 50 })).body
    const params = { sessionId: session.id }
    const moved = await api.updateSession({
      params,
      body: { date: '2027-03-12', startTime: '23:30', staffId: mona.id, name: 'Later' },
    })
    expect(moved.body.session).toMatchObject({
      date: '2027-03-12T00:00:00.000Z',
      startTime: '23:30',
      endTime: '00:20',
      durationMinutes: 50,
      staffName: 'Mona',
      name: 'Later',
      clientName: 'Ali Hassan',
    })
    const long = await newService(salon, { name: 'Colour', durationMinutes: 45 })
    const other = await newClient(salon, 'Sara')
    const changed = await api.updateSession({
      params,
      body: { serviceIds: [long.id], clientId: other.id, staffId: null, questionCategory: 'skin' },
    })
    expect(changed.body.session).toMatchObject({
      serviceNames: ['Colour'],
      durationMinutes: 45,
      clientName: 'Sara',
      staffId: null,
      staffName: null,
      questionCategory: 'skin',
    })
    const explicit = await api.updateSession({ params, body: { durationMinutes: 20 } })
    expect(explicit.body.session.durationMinutes).toBe(20)
    const computed = await api.updateSession({ params, body: { durationMinutes: null } })
    expect(computed.body.session.durationMinutes).toBe(45)
    expect((await api.updateSession({ params, body: {} })).body.session).toMatchObject({
      durationMinutes: 45,
    })
  })

  it('returns 404 for an unknown client or session, 400 for an invalid time and 422 for a duration of 0', async () => {
    const { api, booking } = await shared
    const { session } = (await api.createSession(booking)).body
    const params = { sessionId: session.id }
    expect(await api.updateSession({ params, body: { clientId: unknownId } })).toFailWith(404, 'NOT_FOUND')
    expect(await api.updateSession({ params, body: { startTime: '25:00' } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    expect(await api.updateSession({ params, body: { durationMinutes: 0 } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await api.updateSession({ params: { sessionId: unknownId }, body: {} })).toFailWith(
      404,
      'NOT_FOUND',
    )
  })
})

describe('POST /workspace/:workspaceId/sessions/:sessionId/status', () => {
  const statuses = ['scheduled', 'in-progress', 'completed', 'cancelled'] as const
  type Status = (typeof statuses)[number]

  it.each<[Status, Status[]]>([
    ['scheduled', ['in-progress', 'cancelled']],
    ['in-progress', ['completed', 'cancelled']],
    ['completed', []],
    ['cancelled', []],
  ])('changes the status %s only to one of %j', async (status, allowed) => {
    const { api, booking } = await shared
    const moved = async (next: Status) => {
      const { session } = (await api.createSession({ ...booking, status })).body
      return api.setSessionStatus({ params: { sessionId: session.id }, body: { status: next } })
    }
    for (const next of allowed) expect((await moved(next)).body.session.status).toBe(next)
    for (const next of statuses.filter((candidate) => !allowed.includes(candidate)))
      expect(await moved(next)).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
  })

  it('returns 400 for a missing status, 422 for an unknown status and 404 for an unknown session', async () => {
    const { api, booking } = await shared
    const { session } = (await api.createSession(booking)).body
    const params = { sessionId: session.id }
    expect(await api.setSessionStatus.raw({ params, body: {} })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.setSessionStatus.raw({ params, body: { status: 'x' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    const unknown = { sessionId: unknownId }
    expect(await api.setSessionStatus({ params: unknown, body: { status: 'cancelled' } })).toFailWith(
      404,
      'NOT_FOUND',
    )
  })
})

describe('DELETE /workspace/:workspaceId/sessions/:sessionId', () => {
  it('returns 404 for a session after it was deleted', async () => {
    const { api, booking } = await shared
    const { session } = (await api.createSession(booking)).body
    const params = { sessionId: session.id }
    expect((await api.deleteSession({ params })).status).toBe(204)
    expect(await api.deleteSession({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.getSession({ params })).toFailWith(404, 'NOT_FOUND')
  })
})

describe('GET /workspace/:workspaceId/sessions', () => {
  it('filters by date range, staff, client and status, and sorts newest first or by date', async () => {
    const salon = await newSalon()
    const { api } = salon
    const { booking, client } = await bookable(salon)
    const other = await newClient(salon, 'Sara')
    const mona = await newMember(salon)
    const book = async (fields: Partial<RequestBody<typeof contract.createSession>>) =>
      (await api.createSession({ ...booking, ...fields })).body.session.id
    const early = await book({ date: '2027-03-11', startTime: '08:00', clientId: other.id })
    const past = await book({ date: '2027-03-01', status: 'completed' })
    const late = await book({ date: '2027-03-11', startTime: '18:00', staffId: mona.id })
    const ids = async (query: RequestQuery<typeof contract.listSessions>) =>
      (await api.listSessions({ query })).body.sessions.map(({ id }) => id)
    expect(await ids({})).toEqual([late, past, early])
    expect(await ids({ sort: 'date' })).toEqual([past, early, late])
    expect(await ids({ from: '2027-03-11', to: '2027-03-11', sort: 'date' })).toEqual([early, late])
    expect(await ids({ from: '2027-03-10T22:00:00-05:00' })).toEqual([late, early])
    expect(await ids({ from: '2027-03-01', to: '2027-03-11' })).toEqual([late, early, past])
    expect(await ids({ to: '2027-03-10' })).toEqual([past])
    expect(await ids({ staffId: mona.id })).toEqual([late])
    expect(await ids({ clientId: client.id })).toEqual([late, past])
    expect(await ids({ status: 'completed' })).toEqual([past])
    const page = (await api.listSessions({ query: { limit: 1, page: 2 } })).body
    expect(page.sessions.map(({ id }) => id)).toEqual([past])
    expect(page.pagination).toEqual({ page: 2, limit: 1, total: 3, totalPages: 3 })
  })

  it('returns 422 for a date range that ends before it starts, and 400 for malformed filters', async () => {
    const { api } = await shared
    const backwards = { from: '2027-03-12', to: '2027-03-11' }
    expect(await api.listSessions({ query: backwards })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'from',
    })
    expect(await api.listSessions({ query: { from: 'today' } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.listSessions.raw({ query: { status: 'x' } })).toFailWith(400, 'INVALID_REQUEST')
  })
})
