import type { Service } from '@workspace-platform/client/scheduling'
import { describe, expect, it } from 'vitest'
import { toServiceBody, toServiceFields, toServiceQuery, wrongNumbers } from './service.rules.ts'

const service: Service = {
  id: 's',
  workspaceId: 'w',
  name: 'Cut',
  scope: 'sessions',
  durationMinutes: 45,
  price: 0,
  taxRateId: null,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 10,
  isActive: false,
  externalId: null,
  createdAt: '2026-11-18T09:00:00.000Z',
  updatedAt: '2026-11-18T09:00:00.000Z',
}

describe('toServiceBody', () => {
  it('returns the fields of the service that the form was filled from', () => {
    const { id, workspaceId, createdAt, updatedAt, ...fields } = service
    expect(toServiceBody(toServiceFields(service))).toEqual(fields)
    expect([id, workspaceId, createdAt, updatedAt]).toHaveLength(4)
  })

  it('makes a new service ask for its price and duration if they are empty', () => {
    expect(toServiceBody({ ...toServiceFields(null), name: ' Cut ' })).toMatchObject({
      name: 'Cut',
      price: null,
      durationMinutes: null,
      bufferAfterMinutes: 0,
      isActive: true,
    })
  })
})

describe('wrongNumbers', () => {
  it('accepts empty texts and rejects fractions of minutes, negative numbers and letters', () => {
    const empty = toServiceFields(null)
    expect(wrongNumbers(empty)).toEqual([])
    const wrong = { ...empty, durationMinutes: '1.5', bufferBeforeMinutes: '-5', price: 'x' }
    expect(wrongNumbers(wrong)).toEqual(['durationMinutes', 'bufferBeforeMinutes', 'price'])
  })
})

describe('toServiceQuery', () => {
  it('drops unknown filters', () => {
    expect(toServiceQuery({ search: ' cut ', state: 'hidden', scope: 'other' })).toEqual({
      search: 'cut',
      isActive: false,
      scope: 'other',
    })
    expect(toServiceQuery({ search: ' ', state: 'x', scope: 'y' })).toEqual({})
  })
})
