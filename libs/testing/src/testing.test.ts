import { defineRoute, open } from '@wp/http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { apiOf } from './api.ts'
import { eventually } from './eventually.ts'
import './matchers.ts'
import { pathOf, verifyReply } from './send.ts'

const getThing = defineRoute({
  id: 'getThing',
  method: 'GET',
  path: '/things/:thingId',
  summary: 'One thing',
  access: open(),
  replies: { 200: z.object({ thing: z.object({ id: z.string() }) }) },
  fails: [404],
})
const headers = new Headers({ 'x-request-id': 'a' })
const failure = (code: string, details?: { path: string; message: string }[]) => ({
  error: { code, message: 'Why', details },
})

test('refuses a status that the route does not declare', () => {
  const body = failure('CONFLICT')
  expect(() => verifyReply(getThing, { status: 409, body, headers })).toThrow(/does not declare/)
})

test('refuses a reply that its schema does not allow', () => {
  expect(() => verifyReply(getThing, { status: 200, body: { thing: {} }, headers })).toThrow(
    /schema does not allow/,
  )
})

test('refuses an error out of its envelope, and a reply without a request id', () => {
  expect(() => verifyReply(getThing, { status: 404, body: 'no', headers })).toThrow(/envelope/)
  const body = failure('NOT_FOUND')
  expect(() => verifyReply(getThing, { status: 404, body, headers: new Headers() })).toThrow(/x-request-id/)
})

test('says which path parameter a call lacks', () => {
  expect(() => pathOf(getThing, {})).toThrow('getThing needs params.thingId')
  expect(pathOf(getThing, { thingId: 'a/b' })).toBe('/things/a%2Fb')
})

test('makes one function for each route of a contract module', () => {
  const api = apiOf({ getThing, other: 1 }, { baseUrl: '' })
  expect(Object.keys(api)).toEqual(['getThing'])
})

test('toFailWith looks at status, code and field', () => {
  const reply = { status: 422, body: failure('VALIDATION_FAILED', [{ path: 'name', message: 'short' }]) }
  expect(reply).toFailWith(422, 'VALIDATION_FAILED', { path: 'name' })
  expect(reply).not.toFailWith(422, 'VALIDATION_FAILED', { path: 'age' })
  expect(reply).not.toFailWith(400, 'VALIDATION_FAILED')
  expect(reply).not.toFailWith(422, 'CLOSED')
})

test('eventually gives the first success, and after its deadline the last failure', async () => {
  let tries = 0
  const third = () => (++tries < 3 ? Promise.reject(new Error('not yet')) : tries)
  expect(await eventually(third, { everyMs: 1 })).toBe(3)
  await expect(
    eventually(() => Promise.reject(new Error('never')), { withinMs: 5, everyMs: 1 }),
  ).rejects.toThrow('never')
})
