import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { admin, defineRoute, open, workspace } from './index.ts'
import type { Route } from './index.ts'
import { declaredCodes } from './openapi-codes.ts'

const route = (access: Route['access'], rest: Partial<Route> = {}) =>
  defineRoute({
    id: 'createThing',
    method: 'POST',
    path: '/workspace/:workspaceId/things',
    summary: 'Create a thing',
    access,
    body: z.object({ name: z.string() }),
    replies: { 201: null },
    fails: [400, 401, 403, 404, 409, 422],
    ...rest,
  })

describe('declaredCodes', () => {
  it('returns the codes of tokens, workspaces, subscriptions and idempotency keys', () => {
    expect(declaredCodes(route(workspace('clients.manage')))).toMatchObject({
      400: ['INVALID_REQUEST', 'INVALID_JSON', 'INVALID_ID'],
      401: ['UNAUTHENTICATED', 'TOKEN_EXPIRED'],
      403: ['FORBIDDEN', 'WRONG_WORKSPACE', 'SUBSCRIPTION_EXPIRED'],
      404: ['NOT_FOUND'],
      409: ['IDEMPOTENCY_IN_PROGRESS'],
      422: ['VALIDATION_FAILED', 'IDEMPOTENCY_KEY_REUSED'],
      429: ['RATE_LIMITED'],
    })
  })

  it('omits codes that cannot occur', () => {
    const things = route(admin('plans.manage'), { path: '/things', idempotency: 'none', fails: [400, 403] })
    expect(declaredCodes(things)).toMatchObject({
      400: ['INVALID_REQUEST', 'INVALID_JSON'],
      403: ['FORBIDDEN'],
    })
    expect(Object.keys(declaredCodes(things))).not.toContain('422')
    const secret = open({ header: { name: 'x-secret', error: 'BOOTSTRAP_TOKEN_INVALID' } })
    expect(declaredCodes(route(secret))['403']).toEqual(['BOOTSTRAP_TOKEN_INVALID'])
    expect(declaredCodes(route(secret))).not.toHaveProperty('401')
  })
})
