import { describe, expect, it } from 'vitest'
import { screensFor } from './palette-screens.ts'
import type { Member } from './session.rules.ts'

const member = (role: string, permissions: string[] = []): Member =>
  ({ account: { role, permissions }, workspace: { id: 'w1' } }) as unknown as Member

const pathsFor = (each: Member): string[] => screensFor(each).map(({ to }) => to)

describe('screensFor', () => {
  it('returns only the screens that the permissions allow', () => {
    expect(pathsFor(member('staff', ['labs.view']))).not.toContain('/labs/designs')
    expect(pathsFor(member('staff', ['labs.manage']))).toEqual([
      '/labs/analyses',
      '/labs/units',
      '/labs/coupons',
      '/labs/samples',
      '/labs/designs',
    ])
    expect(pathsFor(member('staff', ['staff.update']))).toEqual(['/settings/fields'])
  })

  it('returns all screens for owners and none for platform admins', () => {
    expect(pathsFor(member('owner'))).toEqual(expect.arrayContaining(['/settings/plan', '/activity']))
    expect(screensFor({ ...member('owner'), workspace: null })).toEqual([])
  })
})
