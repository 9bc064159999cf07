import type { RequestQuery } from '@wp/http'
import { eventually } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import type * as contract from '../src/contract.ts'
import { newSalon, newService, unknownId } from './salon.ts'

/** Shared by tests whose requests are all rejected. */
const refusing = newSalon()

describe('/workspace/:workspaceId/services', () => {
  it('creates a service with defaults, then updates and gets it, and rejects a negative price', async () => {
    const { api, workspaceId } = await newSalon()
    const made = await api.createService({ name: ' Haircut ' })
    expect(made.status).toBe(201)
    const { service } = made.body
    expect(service).toMatchObject({
      workspaceId,
      name: 'Haircut',
      scope: 'sessions',
      durationMinutes: null,
      price: null,
      taxRateId: null,
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 0,
      isActive: true,
    })
    const params = { serviceId: service.id }
    const changed = await api.updateService({ params, body: { price: 19.9999, durationMinutes: 45 } })
    expect(changed.body.service).toMatchObject({ name: 'Haircut', price: 19.9999, durationMinutes: 45 })
    expect((await api.updateService({ params, body: { durationMinutes: null } })).body.service).toMatchObject(
      {
        durationMinutes: null,
        price: 19.9999,
      },
    )
    expect((await api.updateService({ params, body: {} })).status).toBe(200)
    expect(await api.updateService({ params, body: { price: -1 } })).toFailWith(422, 'VALIDATION_FAILED')
    expect((await api.getService({ params })).body.service).toMatchObject({ price: 19.9999 })
  })

  it('lists services newest first and filters by scope, active state and part of the name', async () => {
    const { api } = await newSalon()
    const service = await newService({ api })
    const other = await newService({ api }, { scope: 'products', isActive: false, name: 'Shampoo' })
    const listed = (await api.listServices()).body
    expect(listed.services.map(({ id }) => id)).toEqual([other.id, service.id])
    expect(listed.pagination).toMatchObject({ page: 1, limit: 20, total: 2, totalPages: 1 })
    const names = async (query: RequestQuery<typeof contract.listServices>) =>
      (await api.listServices({ query })).body.services.map(({ name }) => name)
    expect(await names({ scope: 'products' })).toEqual(['Shampoo'])
    expect(await names({ isActive: 'true' })).toEqual(['Haircut'])
    expect(await names({ search: 'POO' })).toEqual(['Shampoo'])
    expect(await names({ search: 'amp\u00f6o' })).toEqual(['Shampoo'])
  })

  it('returns 404 for a service after it was deleted', async () => {
    const { api } = await newSalon()
    const params = { serviceId: (await newService({ api })).id }
    expect((await api.deleteService({ params })).status).toBe(204)
    expect(await api.getService({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.deleteService({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.updateService({ params, body: { name: 'Again' } })).toFailWith(404, 'NOT_FOUND')
    expect((await api.listServices()).body.services).toEqual([])
  })

  it.each([
    ['a blank name', { name: ' ' }, 422, 'name'],
    ['no name', {}, 400, 'name'],
    ['an unknown scope', { name: 'A', scope: 'other things' }, 422, 'scope'],
    ['a negative duration', { name: 'A', durationMinutes: -1 }, 422, 'durationMinutes'],
    ['a fractional duration', { name: 'A', durationMinutes: 0.5 }, 422, 'durationMinutes'],
    ['a duration as text', { name: 'A', durationMinutes: 'long' }, 400, 'durationMinutes'],
    ['a negative price', { name: 'A', price: -0.01 }, 422, 'price'],
    ['a price with five decimal places', { name: 'A', price: 1.00001 }, 422, 'price'],
  ])('rejects a service with %s', async (_what, body, status, path) => {
    const { api } = await refusing
    const code = status === 400 ? 'INVALID_REQUEST' : 'VALIDATION_FAILED'
    expect(await api.createService.raw({ body })).toFailWith(status, code, { path })
  })

  it('returns 400 for an invalid limit or scope and 404 for an unknown id', async () => {
    const { api } = await newSalon()
    expect(await api.listServices({ query: { limit: 101 } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.listServices.raw({ query: { scope: 'none' } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.getService({ params: { serviceId: unknownId } })).toFailWith(404, 'NOT_FOUND')
  })

  it('pages through the list by cursor and returns each service once, without a total', async () => {
    const { api } = await newSalon()
    for (const name of ['A', 'B', 'C']) await newService({ api }, { name })
    const first = await api.listServices({ query: { limit: 2, after: '' } })
    expect(first.body.services.map(({ name }) => name)).toEqual(['C', 'B'])
    const { nextCursor } = first.body.pagination as { nextCursor: string }
    const rest = await api.listServices({ query: { limit: 2, after: nextCursor } })
    expect(rest.body.services.map(({ name }) => name)).toEqual(['A'])
    expect(rest.body.pagination).toEqual({ limit: 2, nextCursor: null })
  })

  it('accepts an active tax rate of the workspace only', async () => {
    const salon = await newSalon()
    const { taxRates } = (await salon.owner.updateWorkspace({ taxRates: [{ name: 'VAT', percentage: 14 }] }))
      .body.workspace
    const taxRateId = taxRates[0]!.id
    const service = await eventually(async () => {
      const made = await salon.api.createService({ name: 'Cut', taxRateId })
      expect(made.status).toBe(201)
      return made.body.service
    })
    expect(service.taxRateId).toBe(taxRateId)
    const params = { serviceId: service.id }
    expect(await salon.api.updateService({ params, body: { taxRateId: unknownId } })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'taxRateId' },
    )
    const cleared = await salon.api.updateService({ params, body: { taxRateId: null } })
    expect(cleared.body.service.taxRateId).toBeNull()
  })
})
