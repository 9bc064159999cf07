import { defineRoute, open } from '@wp/http'
import { defineErrors } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { apiOf } from './api.ts'
import { eventually } from './eventually.ts'
import './matchers.ts'
import { verifyReply } from './verify-reply.ts'

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

describe('verifyReply', () => {
  it('throws for a status that the route does not declare', () => {
    const body = failure('CONFLICT')
    expect(() => verifyReply(getThing, { status: 409, body, headers })).toThrow(/does not declare/)
  })

  it('throws for a reply that does not match its schema', () => {
    expect(() => verifyReply(getThing, { status: 200, body: { thing: {} }, headers })).toThrow(
      /does not match its schema/,
    )
  })

  it('throws for an error code that neither the platform nor the route declares', () => {
    const errors = defineErrors({ THING_GONE: { status: 404, cause: 'It is gone.', remedy: 'Stop.' } })
    const result = { status: 404, body: failure('THING_GONE'), headers }
    expect(() => verifyReply(getThing, result)).toThrow(/error code/)
    const declaring = { ...getThing, errors: [errors.THING_GONE] }
    expect(() => verifyReply(declaring, result)).not.toThrow()
    expect(() => verifyReply(declaring, { ...result, body: failure('CONFLICT') })).toThrow(/error code/)
  })

  it('throws for an error without an envelope and for a reply without a request id', () => {
    expect(() => verifyReply(getThing, { status: 404, body: 'no', headers })).toThrow(/envelope/)
    const body = failure('NOT_FOUND')
    expect(() => verifyReply(getThing, { status: 404, body, headers: new Headers() })).toThrow(/x-request-id/)
  })
})

describe('apiOf', () => {
  it('throws an error that names a missing path parameter', async () => {
    const api = apiOf({ getThing }, { baseUrl: '' })
    await expect(api.getThing.raw({})).rejects.toThrow('getThing requires the parameter thingId')
  })

  it('creates a function for each route in a contract, and for nothing else', () => {
    const api = apiOf({ getThing, other: 1 }, { baseUrl: '' })
    expect(Object.keys(api)).toEqual(['getThing'])
  })
})

const renameThing = defineRoute({
  id: 'renameThing',
  method: 'PATCH',
  path: '/workspace/:workspaceId/things/:thingId',
  summary: 'Change a thing',
  access: open(),
  query: z.object({ mode: z.enum(['soft', 'hard']).optional(), tag: z.array(z.string()).optional() }),
  body: z.object({ name: z.string(), size: z.number().optional() }),
  replies: { 200: z.object({ name: z.string() }) },
  fails: [404],
})
const addThing = defineRoute({
  id: 'addThing',
  method: 'POST',
  path: '/workspace/:workspaceId/things',
  summary: 'Add a thing',
  access: open(),
  body: z.object({ name: z.string() }),
  replies: { 201: z.object({ name: z.string() }) },
  fails: [404],
})

/** Never called; only the compiler checks these calls. */
export const typedCalls = () => {
  const api = apiOf({ addThing, renameThing }, { baseUrl: '', params: { workspaceId: 'w' } })
  const [params, body] = [{ thingId: 't' }, { name: 'n' }]
  void api.addThing({ name: 'n' })
  void api.addThing({ body, headers: {}, token: null })
  void api.renameThing({ params, body, query: { mode: 'soft', tag: 'one' } })
  void api.renameThing.raw({ params: { thing: 't' }, body: { nmae: 7 }, query: { mood: 'soft' } })
  // @ts-expect-error misspelled field in a body passed on its own
  void api.addThing({ nmae: 'n' })
  // @ts-expect-error field that the body does not declare
  void api.addThing({ name: 'n', colour: 'red' })
  // @ts-expect-error body fields mixed with call parts
  void api.addThing({ name: 'n', headers: {} })
  // @ts-expect-error misspelled field in a body
  void api.renameThing({ params, body: { name: 'n', sise: 1 } })
  // @ts-expect-error field of the wrong type in a body
  void api.renameThing({ params, body: { name: 7 } })
  // @ts-expect-error misspelled query parameter
  void api.renameThing({ params, body, query: { mood: 'soft' } })
  // @ts-expect-error undeclared query value
  void api.renameThing({ params, body, query: { mode: 'loud' } })
  // @ts-expect-error misspelled path parameter
  void api.renameThing({ params: { thing: 't' }, body })
  // @ts-expect-error missing path parameter
  void api.renameThing({ body })
  // @ts-expect-error function without a route
  void api.removeThing()
  // @ts-expect-error field that is not in the reply
  void api.addThing({ name: 'n' }).then((reply) => reply.body.nmae)
}

describe('toFailWith', () => {
  it('checks the status, code and field of an error reply', () => {
    const reply = { status: 422, body: failure('VALIDATION_FAILED', [{ path: 'name', message: 'short' }]) }
    expect(reply).toFailWith(422, 'VALIDATION_FAILED', { path: 'name' })
    expect(reply).not.toFailWith(422, 'VALIDATION_FAILED', { path: 'age' })
    expect(reply).not.toFailWith(400, 'VALIDATION_FAILED')
    expect(reply).not.toFailWith(422, 'CLOSED')
  })
})

describe('eventually', () => {
  it('returns the first successful result and throws the last error after the deadline', async () => {
    let tries = 0
    const third = () => (++tries < 3 ? Promise.reject(new Error('not yet')) : tries)
    expect(await eventually(third, { everyMs: 1 })).toBe(3)
    await expect(
      eventually(() => Promise.reject(new Error('never')), { withinMs: 5, everyMs: 1 }),
    ).rejects.toThrow('never')
  })
})
