import { workspacePermissions } from '@wp/auth'
import { describe, expect, it } from 'vitest'
import { patternForm } from '../webhook-endpoints/webhook-endpoint.contract.ts'
import { eventTypes } from './event-type.contract.ts'

describe('eventTypes', () => {
  it('lists each type once, with a form that endpoints can name and a permission that exists', () => {
    const types = eventTypes.map(({ type }) => type)
    expect(types).toContain('session.status_changed')
    expect(new Set(types).size).toBe(types.length)
    for (const { type, permission } of eventTypes) {
      expect(type).toMatch(patternForm)
      expect(permission === 'owner' || permission in workspacePermissions).toBe(true)
    }
  })
})
