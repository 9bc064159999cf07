import { describe, expect, it } from 'vitest'
import { toAuditFilter } from './activity-search.rules.ts'

describe('toAuditFilter', () => {
  it('drops filters that the API would reject', () => {
    const actor = '65f1c0de65f1c0de65f1c0de'
    expect(toAuditFilter({ actor, action: 'role.updated', from: '2026-11-01', to: 'soon' })).toEqual({
      actorId: actor,
      action: 'role.updated',
      from: '2026-11-01',
    })
    expect(toAuditFilter({ actor: 'somebody' })).toEqual({})
  })
})
