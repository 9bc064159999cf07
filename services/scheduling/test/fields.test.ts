import type { RequestBody } from '@wp/http'
import { platform } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import type * as contract from '../src/contract.ts'
import { bookable, newMember, newSalon, unknownId } from './salon.ts'
import type { Salon } from './salon.ts'

/** Shared by tests whose requests are all rejected. */
const refusing = newSalon()

const badge = { key: 'badge', label: 'Badge', type: 'text' } as const

const staffField = async (
  { api }: Salon,
  fields: Partial<RequestBody<typeof contract.createStaffField>> = {},
) => (await api.createStaffField({ ...badge, ...fields })).body.field

describe('/workspace/:workspaceId/staff/fields and /workspace/:workspaceId/sessions/fields', () => {
  it('creates a staff field with defaults, updates it, stores any metadata unchanged and deletes the field', async () => {
    const salon = await newSalon()
    const { api } = salon
    const made = await api.createStaffField(badge)
    expect(made.status).toBe(201)
    const { field } = made.body
    expect(field).toMatchObject({
      ...badge,
      description: null,
      isRequired: false,
      isUnique: false,
      isFilterable: false,
      order: 1,
      options: null,
      metadata: null,
    })
    const params = { fieldId: field.id }
    const metadata = JSON.parse('{"$where":"x","a.b":[1,{"c":null}],"__proto__":{"a":1}}') as object
    const changed = await api.updateStaffField({
      params,
      body: { label: 'Number', isFilterable: true, metadata },
    })
    expect(changed.body.field).toMatchObject({ label: 'Number', isFilterable: true, key: 'badge' })
    expect(JSON.stringify(changed.body.field.metadata)).toBe(JSON.stringify(metadata))
    const cleared = await api.updateStaffField({ params, body: { metadata: null } })
    expect(cleared.body.field).toMatchObject({ label: 'Number', metadata: null })
    expect((await api.updateStaffField({ params, body: {} })).status).toBe(200)
    expect((await api.deleteStaffField({ params })).status).toBe(204)
    expect(await api.deleteStaffField({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.updateStaffField({ params, body: {} })).toFailWith(404, 'NOT_FOUND')
  })

  it('returns the numbers in metadata exactly as they were sent, even for a repeated Idempotency-Key', async () => {
    const { workspaceId, token } = await newSalon()
    const url = `${platform().gatewayUrl}/v1/workspace/${workspaceId}/sessions/fields`
    const authorization = `Bearer ${token}`
    const create = async (metadata: string) => {
      const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': 'numbers' }
      const body = `${JSON.stringify(badge).slice(0, -1)},"metadata": ${metadata} }`
      return (await fetch(url, { method: 'POST', headers, body })).text()
    }
    const metadata = '{"id":12345678901234567890,"list":[1e400,1.50,-0,{"small":1E-7}],"plain":2.5}'
    const shown = `"metadata":${metadata}`
    expect(await create(metadata)).toContain(shown)
    expect(await create(metadata)).toContain(shown)
    expect(await create(metadata.replace('7890,', '7891,'))).toContain('IDEMPOTENCY_KEY_REUSED')
    expect(await (await fetch(url, { headers: { authorization } })).text()).toContain(shown)
  })

  it('stores the phase and category of a session field, and ignores a new phase in an update', async () => {
    const { api } = await newSalon()
    const made = await api.createSessionField({ ...badge, phase: 'post', category: 'skin' })
    expect(made.body.field).toMatchObject({ phase: 'post', category: 'skin' })
    const params = { fieldId: made.body.field.id }
    const changed = await api.updateSessionField.raw({
      params,
      body: { label: 'L', isRequired: true, metadata: { a: 1 }, category: null, phase: 'pre' },
    })
    expect(changed.body.field).toMatchObject({ label: 'L', isRequired: true, phase: 'post', category: null })
    expect((await api.deleteSessionField({ params })).status).toBe(204)
    expect(await api.deleteSessionField({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.updateSessionField({ params, body: {} })).toFailWith(404, 'NOT_FOUND')
  })

  it('accepts the same key for a staff field and a session field, but not for two staff or two session fields', async () => {
    const { api } = await newSalon()
    expect((await api.createStaffField(badge)).status).toBe(201)
    expect((await api.createSessionField(badge)).status).toBe(201)
    expect(await api.createStaffField(badge)).toFailWith(409, 'CONFLICT', { path: 'key' })
    expect(await api.createSessionField(badge)).toFailWith(409, 'CONFLICT', { path: 'key' })
  })

  it('appends new fields and reorders them, and requires every field exactly once in the new order', async () => {
    const salon = await newSalon()
    const { api } = salon
    const ids = []
    for (const key of ['a', 'b', 'c']) ids.push((await staffField(salon, { key })).id)
    const [a, b, c] = ids as [string, string, string]
    const ordered = await api.orderStaffFields({ fieldIds: [c, a, b] })
    expect(ordered.body.fields.map(({ key, order }) => `${key}${order}`)).toEqual(['c1', 'a2', 'b3'])
    expect((await api.listStaffFields()).body.fields.map(({ key }) => key)).toEqual(['c', 'a', 'b'])
    for (const fieldIds of [
      [a, b],
      [a, b, b],
      [a, b, c, unknownId],
    ])
      expect(await api.orderStaffFields({ fieldIds })).toFailWith(422, 'VALIDATION_FAILED', {
        path: 'fieldIds',
      })
    expect(await api.orderStaffFields({ fieldIds: ['x'] })).toFailWith(400, 'INVALID_REQUEST')
  })

  it('orders session fields separately from staff fields, and rejects an incomplete order with 422 and a malformed one with 400', async () => {
    const { api } = await newSalon()
    await api.createStaffField(badge)
    const first = (await api.createSessionField({ ...badge, key: 'one' })).body.field
    const second = (await api.createSessionField({ ...badge, key: 'two' })).body.field
    const ordered = await api.orderSessionFields({ fieldIds: [second.id, first.id] })
    expect(ordered.body.fields.map(({ key }) => key)).toEqual(['two', 'one'])
    expect((await api.listSessionFields()).body).toMatchObject({
      fields: [{ key: 'two' }, { key: 'one' }],
      pagination: { total: 2 },
    })
    expect(await api.orderSessionFields({ fieldIds: [first.id] })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.orderSessionFields.raw({ body: { fieldIds: 'all' } })).toFailWith(400, 'INVALID_REQUEST')
  })

  it.each([
    ['no key', { key: undefined }, 400, 'key'],
    ['a key with spaces', { key: 'my key' }, 422, 'key'],
    ['an unknown type', { type: 'colour' }, 422, 'type'],
    ['the type select but no options', { type: 'select' }, 422, 'options'],
    ['the type text and options', { options: ['a'] }, 422, 'options'],
    ['duplicate options', { type: 'select', options: ['a', 'a'] }, 422, 'options'],
    ['the type checkbox and isUnique', { type: 'checkbox', isUnique: true }, 422, 'isUnique'],
    ['the type textarea and isFilterable', { type: 'textarea', isFilterable: true }, 422, 'isFilterable'],
    ['metadata that is not an object', { metadata: 'x' }, 400, 'metadata'],
    ['metadata of more than 64 KiB', { metadata: { a: 'x'.repeat(65_536) } }, 422, 'metadata'],
  ])('rejects a field with %s', async (_what, fields, status, path) => {
    const { api } = await refusing
    const code = status === 400 ? 'INVALID_REQUEST' : 'VALIDATION_FAILED'
    const body = { ...badge, ...fields }
    expect(await api.createStaffField.raw({ body })).toFailWith(status, code, { path })
    expect(await api.createSessionField.raw({ body })).toFailWith(status, code, { path })
  })

  it('returns 400 for a label that is not text or a limit of 0, and 422 for options on a text field and for an empty label', async () => {
    const salon = await newSalon()
    const { api } = salon
    const params = { fieldId: (await staffField(salon)).id }
    expect(await api.updateStaffField.raw({ params, body: { label: 5 } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.updateStaffField({ params, body: { options: ['a'] } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    const session = (await api.createSessionField(badge)).body.field
    const sessionParams = { fieldId: session.id }
    expect(await api.updateSessionField.raw({ params: sessionParams, body: { label: 5 } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    expect(await api.updateSessionField({ params: sessionParams, body: { label: '' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await api.listStaffFields({ query: { limit: 0 } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.listSessionFields({ query: { limit: 0 } })).toFailWith(400, 'INVALID_REQUEST')
  })
})

describe('a unique field', () => {
  it('rejects a value used by another staff member until that member is deleted', async () => {
    const salon = await newSalon()
    await staffField(salon, { isUnique: true })
    const first = await newMember(salon, { fieldValues: [{ fieldKey: 'badge', value: ' 7 ' }] })
    expect(first.fieldValues).toEqual([{ fieldKey: 'badge', value: '7' }])
    await expect(newMember(salon, { fieldValues: [{ fieldKey: 'badge', value: '7' }] })).rejects.toThrow(
      /is already used in badge/,
    )
    await newMember(salon)
    await newMember(salon)
    expect((await salon.api.deleteStaff({ params: { staffId: first.id } })).status).toBe(204)
    await newMember(salon, { fieldValues: [{ fieldKey: 'badge', value: '7' }] })
  })

  it('rejects a value used by another session with 422 on create and update', async () => {
    const salon = await newSalon()
    const { booking } = await bookable(salon)
    await salon.api.createSessionField({ ...badge, isUnique: true })
    const fieldValues = [{ fieldKey: 'badge', value: 'x' }]
    expect((await salon.api.createSession({ ...booking, fieldValues })).status).toBe(201)
    expect(await salon.api.createSession({ ...booking, fieldValues })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'fieldValues',
    })
    const { session } = (await salon.api.createSession(booking)).body
    const params = { sessionId: session.id }
    expect(await salon.api.updateSession({ params, body: { fieldValues } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect((await salon.api.deleteSession({ params })).status).toBe(204)
  })

  it('rejects isUnique with 422 and lists the duplicates when existing values are not unique', async () => {
    const salon = await newSalon()
    const { api } = salon
    const { booking } = await bookable(salon)
    const { field } = (await api.createSessionField(badge)).body
    const book = async (value: string) =>
      (await api.createSession({ ...booking, fieldValues: [{ fieldKey: 'badge', value }] })).body.session.id
    const [one, two] = [await book('same'), await book('same')]
    await book('other')
    const params = { fieldId: field.id }
    const refused = await api.updateSessionField({ params, body: { isUnique: true } })
    expect(refused).toFailWith(422, 'VALIDATION_FAILED', { path: 'isUnique' })
    expect(JSON.stringify(refused.body)).toContain(`\\"same\\" is used by ${one}, ${two}`)
    expect((await api.listSessionFields()).body.fields[0]).toMatchObject({ isUnique: false })

    await api.deleteSession({ params: { sessionId: two } })
    expect((await api.updateSessionField({ params, body: { isUnique: true } })).body.field.isUnique).toBe(
      true,
    )
    const again = { ...booking, fieldValues: [{ fieldKey: 'badge', value: 'other' }] }
    expect(await api.createSession(again)).toFailWith(422, 'VALIDATION_FAILED', { path: 'fieldValues' })
    expect((await api.updateSessionField({ params, body: { isUnique: false } })).body.field.isUnique).toBe(
      false,
    )
    expect((await api.createSession(again)).status).toBe(201)
  })

  it('ignores existing answers to a removed field with the same key, but rejects duplicate new answers', async () => {
    const salon = await newSalon()
    const { api } = salon
    const { booking } = await bookable(salon)
    const { field } = (await api.createSessionField({ ...badge, isFilterable: true })).body
    const book = async (value: string) =>
      (await api.createSession({ ...booking, fieldValues: [{ fieldKey: 'badge', value }] })).body.session.id
    const [one, two] = [await book('same'), await book('same')]
    expect((await api.deleteSessionField({ params: { fieldId: field.id } })).status).toBe(204)
    await api.createSessionField({ ...badge, isUnique: true, isFilterable: true })
    expect((await api.listSessions({ query: { field: 'badge:same' } })).body.sessions).toEqual([])
    for (const sessionId of [one, two]) {
      const changed = await api.updateSession({
        params: { sessionId },
        body: { name: 'Moved', fieldValues: [] },
      })
      expect(changed.body.session.fieldValues).toMatchObject([{ fieldKey: 'badge', value: 'same' }])
    }
    await book('same')
    const again = { ...booking, fieldValues: [{ fieldKey: 'badge', value: 'same' }] }
    expect(await api.createSession(again)).toFailWith(422, 'VALIDATION_FAILED', { path: 'fieldValues' })
  })

  it('accepts a value only once across concurrent writes', async () => {
    const salon = await newSalon()
    const { booking } = await bookable(salon)
    await salon.api.createSessionField({ ...badge, isUnique: true })
    const body = { ...booking, fieldValues: [{ fieldKey: 'badge', value: '1' }] }
    const replies = await Promise.all(Array.from({ length: 10 }, () => salon.api.createSession(body)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const refused of replies.filter(({ status }) => status !== 201))
      expect(refused).toFailWith(422, 'VALIDATION_FAILED', { path: 'fieldValues' })
  })
})

describe('a filterable field', () => {
  it('filters staff and sessions, while a filter by any other field returns 400', async () => {
    const salon = await newSalon()
    const { api } = salon
    const { booking } = await bookable(salon)
    await staffField(salon, {
      key: 'skills',
      type: 'multiselect',
      options: ['cut', 'dye'],
      isFilterable: true,
    })
    const mona = await newMember(salon, { fieldValues: [{ fieldKey: 'skills', value: ['cut', 'dye'] }] })
    await newMember(salon, { fieldValues: [{ fieldKey: 'skills', value: ['cut'] }] })
    const staff = await api.listStaff({ query: { field: 'skills:dye' } })
    expect(staff.body.staff.map(({ id }) => id)).toEqual([mona.id])

    await api.createSessionField({ key: 'room', label: 'Room', type: 'number', isFilterable: true })
    await api.createSessionField({ key: 'hidden', label: 'Hidden', type: 'text' })
    await api.createSession({ ...booking, fieldValues: [{ fieldKey: 'room', value: 1 }] })
    const second = await api.createSession({ ...booking, fieldValues: [{ fieldKey: 'room', value: 2 }] })
    const found = await api.listSessions({ query: { field: 'room:2' } })
    expect(found.body.sessions.map(({ id }) => id)).toEqual([second.body.session.id])
    for (const field of ['hidden:x', 'none:x', 'room'])
      expect(await api.listSessions({ query: { field } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.listStaff({ query: { field: 'none:1' } })).toFailWith(400, 'INVALID_REQUEST')
  })
})
