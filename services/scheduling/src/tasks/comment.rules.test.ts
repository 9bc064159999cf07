import { describe, expect, it } from 'vitest'
import { checkAuthor } from './comment.rules.ts'

const owner = { role: 'owner' as const, staffId: null, workspaceId: 'w' }
const mona = { role: 'staff' as const, staffId: 'mona', workspaceId: 'w' }

describe('checkAuthor', () => {
  it.each([
    ['an owner as the workspace', 'workspace', 'w', owner, false],
    ['staff as themselves', 'staff', 'mona', mona, true],
  ] as const)('accepts a comment by %s', (_who, authorType, authorId, caller, isStaffHere) => {
    expect(() => checkAuthor({ authorType, authorId }, caller, isStaffHere)).not.toThrow()
  })

  it.each([
    ['an owner as another workspace', 422, 'workspace', 'v', owner, false],
    ['staff as the workspace', 403, 'workspace', 'w', mona, false],
    ['staff as another staff member', 403, 'staff', 'sami', mona, true],
    ['an owner as a staff member', 403, 'staff', 'sami', owner, true],
    ['staff as an unknown staff member', 422, 'staff', 'none', mona, false],
  ] as const)(
    'rejects a comment by %s with %i',
    (_who, status, authorType, authorId, caller, isStaffHere) => {
      const check = () => checkAuthor({ authorType, authorId }, caller, isStaffHere)
      expect(check).toThrow(expect.objectContaining({ status }))
    },
  )
})
