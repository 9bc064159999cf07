import { expect, test } from 'vitest'
import { checkAuthor } from './comment.rules.ts'

const owner = { role: 'owner' as const, staffId: null, workspaceId: 'w' }
const mona = { role: 'staff' as const, staffId: 'mona', workspaceId: 'w' }

test.each([
  ['an owner for the workspace', 'workspace', 'w', owner, false],
  ['staff in their own name', 'staff', 'mona', mona, true],
] as const)('lets %s write', (_who, authorType, authorId, caller, isStaffHere) => {
  expect(() => checkAuthor({ authorType, authorId }, caller, isStaffHere)).not.toThrow()
})

test.each([
  ['an owner who names another workspace', 422, 'workspace', 'v', owner, false],
  ['staff who write for the workspace', 403, 'workspace', 'w', mona, false],
  ["staff who write in another's name", 403, 'staff', 'sami', mona, true],
  ['an owner who writes in the name of staff', 403, 'staff', 'sami', owner, true],
  ['staff who write in the name of nobody', 422, 'staff', 'none', mona, false],
] as const)('refuses %s with %i', (_who, status, authorType, authorId, caller, isStaffHere) => {
  const check = () => checkAuthor({ authorType, authorId }, caller, isStaffHere)
  expect(check).toThrow(expect.objectContaining({ status }))
})
