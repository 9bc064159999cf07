import type { Route } from '@wp/http'
import { describe, expect, it } from 'vitest'
import * as adminRoutes from './admin-mfa.contract.ts'
import * as routes from './mfa.contract.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

describe('mfa.contract', () => {
  it('declares the strict rate limit for every route except GET routes', () => {
    const changes = Object.values<unknown>({ ...routes, ...adminRoutes })
      .filter(isRoute)
      .filter(({ method }) => method !== 'GET')
    expect(changes).toHaveLength(10)
    for (const route of changes) expect(route).toMatchObject({ rate: 'auth' })
  })
})
