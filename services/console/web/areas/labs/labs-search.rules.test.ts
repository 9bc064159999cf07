import { describe, expect, it } from 'vitest'
import { toTestNumber, toTestQuery } from './labs-search.rules.ts'

describe('toTestNumber', () => {
  it('parses Latin and Arabic digits and a leading number sign', () => {
    expect([' 12 ', '#12', '١٢', '#۱۲'].map(toTestNumber)).toEqual([12, 12, 12, 12])
  })

  it('returns null for other texts', () => {
    expect(['Laila', '0', '1.5', '9'.repeat(20)].map(toTestNumber)).toEqual([null, null, null, null])
  })
})

describe('toTestQuery', () => {
  it('keeps known filters and drops malformed ones', () => {
    expect(
      toTestQuery({ number: '7', clientId: 'c1', status: 'draft', from: '2026-11-01', to: '2026-02-30' }),
    ).toEqual({ number: 7, clientId: 'c1', status: 'draft', from: '2026-11-01' })
    expect(toTestQuery({ status: 'lost', open: 'new' })).toEqual({})
  })

  it('returns null if the number cannot be a test number', () => {
    expect(toTestQuery({ number: 'Laila' })).toBeNull()
  })
})
