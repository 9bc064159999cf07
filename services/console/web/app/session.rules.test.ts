import { describe, expect, it } from 'vitest'
import { accountOf, may, nextPage } from './session.rules.ts'

const account = {
  id: 'a',
  email: 'a@example.com',
  emailVerified: true,
  name: null,
  staffId: null,
  role: 'staff' as 'owner' | 'staff',
  permissions: ['clients.manage', 'sessions.view'],
}

describe('may', () => {
  it('allows granted permissions, and viewing with the permission to manage', () => {
    expect(may({ account }, 'clients.manage')).toBe(true)
    expect(may({ account }, 'clients.view')).toBe(true)
    expect(may({ account }, 'sessions.view')).toBe(true)
    expect(may({ account }, 'sessions.update')).toBe(false)
    expect(may({ account }, 'finance.view')).toBe(false)
  })

  it('allows owners everything', () => {
    expect(may({ account: { ...account, role: 'owner', permissions: [] } }, 'finance.manage')).toBe(true)
  })
})

describe('nextPage', () => {
  it.each([
    ['/clients?open=1', '/clients?open=1'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    [undefined, '/'],
  ])('changes the redirect target %s to %s', (next, expected) => {
    expect(nextPage(next)).toBe(expected)
  })
})

describe('accountOf', () => {
  it('returns the account in a token, and null for other text', () => {
    expect(accountOf(`h.${btoa('{"sub":"acc-1"}')}.s`)).toBe('acc-1')
    expect(accountOf('no token')).toBeNull()
  })
})
