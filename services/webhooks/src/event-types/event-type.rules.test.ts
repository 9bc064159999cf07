import type { WorkspacePrincipal } from '@wp/auth'
import { describe, expect, it } from 'vitest'
import { patternForm } from '../webhook-endpoints/webhook-endpoint.contract.ts'
import { canView, checkAccess, checkPatterns, isWanted } from './event-type.rules.ts'

const known = [
  { type: 'client.created', permission: 'clients.view' },
  { type: 'client.removed', permission: 'clients.view' },
  { type: 'client_note.created', permission: 'clients.view' },
  { type: 'contest.closed', permission: 'owner' },
]

const member = (role: 'owner' | 'staff', permissions: string[] = []) =>
  ({ kind: 'workspace', role, permissions }) as unknown as WorkspacePrincipal

describe('isWanted', () => {
  it.each([
    ['*', 'client.created', true],
    ['client.*', 'client.created', true],
    ['client.created', 'client.created', true],
    ['client.created', 'client.removed', false],
    ['client.*', 'client_note.created', false],
  ])('matches %s with %s: %s', (pattern, type, wanted) => {
    expect(isWanted([pattern], type)).toBe(wanted)
  })
})

describe('patternForm', () => {
  it.each(['*', 'client.*', 'lab_test.created'])('accepts %s', (pattern) => {
    expect(patternForm.test(pattern)).toBe(true)
  })
  it.each(['', 'client', '*.created', 'client.**', 'client.created.x', 'Client.created', '.*'])(
    'rejects %j',
    (pattern) => {
      expect(patternForm.test(pattern)).toBe(false)
    },
  )
})

describe('checkPatterns', () => {
  it('rejects a pattern that matches no type and names its position', () => {
    expect(() => checkPatterns(['client.*', 'order.*'], known, member('owner'))).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        details: [expect.objectContaining({ path: 'events.1' })],
      }),
    )
  })

  it('accepts types whose records the member may view', () => {
    expect(() => checkPatterns(['client.*'], known, member('staff', ['clients.manage']))).not.toThrow()
  })
})

describe('canView', () => {
  it.each([
    ['client.created', member('staff', ['clients.view']), true],
    ['client.created', member('staff', ['tasks.view']), false],
    ['contest.closed', member('staff', ['clients.view']), false],
    ['contest.closed', member('owner'), true],
    ['cat.created', member('owner'), false],
  ])('answers for %s and %o: %s', (type, principal, expected) => {
    expect(canView(type, known, principal)).toBe(expected)
  })
})

describe('checkAccess', () => {
  it('rejects a type whose permission the member does not have', () => {
    expect(() => checkAccess(['client.created'], known, member('staff', ['tasks.view']))).toThrow(
      'Only members with clients.view',
    )
  })

  it('allows only the owner to receive contests', () => {
    expect(() => checkAccess(['*'], known, member('staff', ['clients.view']))).toThrow('Only the owner')
    expect(() => checkAccess(['*'], known, member('owner'))).not.toThrow()
  })
})
