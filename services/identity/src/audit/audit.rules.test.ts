import { describe, expect, it } from 'vitest'
import { toAuditFilter } from './audit.rules.ts'

const page = { page: 1, limit: 20 }

describe('toAuditFilter', () => {
  it('covers whole days in the time zone for from and to dates without a time', () => {
    expect(toAuditFilter({ ...page, from: '2027-03-10', to: '2027-03-10' }, 'UTC')).toMatchObject({
      from: new Date('2027-03-10T00:00:00.000Z'),
      to: new Date('2027-03-10T23:59:59.999Z'),
    })
    expect(toAuditFilter({ ...page, from: '2027-03-10' }, 'Asia/Kathmandu').from).toEqual(
      new Date('2027-03-09T18:15:00.000Z'),
    )
  })
})
