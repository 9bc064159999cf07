import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { admin, open, signedIn, workspace } from './access.ts'
import type { Access } from './access.ts'
import { bodyLimitOf, defineRoute } from './route.ts'

const kibibyte = 1024

const limitOf = (access: Access, body: object = { body: z.object({}) }) =>
  bodyLimitOf(
    defineRoute({
      id: 'createThing',
      method: 'POST',
      path: '/things',
      summary: 'Create a thing',
      access,
      replies: { 204: null },
      fails: [],
      ...body,
    }),
  )

describe('bodyLimitOf', () => {
  it.each([open(), signedIn(), workspace('member')])(
    'returns 128 KiB for the JSON body of a route with access %j',
    (access) => {
      expect(limitOf(access)).toBe(128 * kibibyte)
    },
  )

  it.each([workspace('owner'), workspace('clients.view'), admin('any')])(
    'returns 1 MiB for the JSON body of a route with access %j',
    (access) => {
      expect(limitOf(access)).toBe(1024 * kibibyte)
    },
  )

  it('returns 1 MiB for a raw body, 64 KiB more than the file limit for an upload, and the bodyLimit that a route declares', () => {
    expect(limitOf(open(), { rawBody: true })).toBe(1024 * kibibyte)
    const upload = { field: 'file', maxBytes: 5_000_000, types: ['image/png'] }
    expect(limitOf(signedIn(), { upload })).toBe(5_000_000 + 64 * kibibyte)
    expect(limitOf(open(), { body: z.object({}), bodyLimit: 1000 })).toBe(1000)
  })
})
