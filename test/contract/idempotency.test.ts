import { idempotencyOf } from '@wp/http'
import { allRoutes } from '@wp/gateway/contracts'
import { describe, expect, it } from 'vitest'
import { exceptions } from './idempotency-exceptions.ts'

const posts = (await allRoutes()).map(({ route }) => route).filter(({ method }) => method === 'POST')

describe('Idempotency-Key', () => {
  it('is accepted by every POST route except those listed with a reason', () => {
    const without = posts.filter((route) => idempotencyOf(route) === 'none').map(({ id }) => id)
    expect(without.toSorted()).toEqual(Object.values(exceptions).flat().toSorted())
  })

  it('is accepted by every POST route that answers 201, except signup and createWorkspace', () => {
    const creating = posts.filter(({ replies }) => 201 in replies)
    expect(creating.length).toBeGreaterThan(30)
    const without = creating.filter((route) => idempotencyOf(route) === 'none').map(({ id }) => id)
    expect(without.toSorted()).toEqual(['createWorkspace', 'signup'])
  })

  it.each(
    posts.filter((route) => idempotencyOf(route) !== 'none').map((route) => [route.id, route] as const),
  )('%s declares 409 for a key in use and 422 for a key that was used with another body', (_, { fails }) => {
    expect(fails).toEqual(expect.arrayContaining([409, 422]))
  })
})
