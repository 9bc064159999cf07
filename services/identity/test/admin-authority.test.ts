import type { AdminPrincipal, AdminRole } from '@wp/auth'
import { newId } from '@wp/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bootstrapAdmin, createAdmin, updateAdmin } from '../src/admins/admin.actions.ts'
import { ownDeps } from './own-deps.ts'
import type { OwnDeps } from './own-deps.ts'

let own: OwnDeps
let root: AdminPrincipal

const fields = (roles: AdminRole[]) => ({
  email: `${newId()}@platform.example`,
  password: 'a-long-password',
  roles,
})

const principal = (accountId: string): AdminPrincipal => ({
  kind: 'admin',
  accountId,
  roles: ['super-admin'],
  permissions: [],
  sessionId: newId(),
  issuedAt: 0,
  issuedAtMs: 0,
  expiresAt: 0,
})

beforeAll(async () => {
  own = await ownDeps()
  root = principal((await bootstrapAdmin(own.deps, fields(['super-admin']))).id)
})

afterAll(() => own.close())

/**
 * Creates an admin whose token still contains the super-admin role, although another admin has removed it.
 */
const newOutdatedAdmin = async (roles: AdminRole[]) => {
  const { id } = await createAdmin(own.deps, fields(['super-admin']), root)
  await updateAdmin(own.deps, id, { roles }, root)
  return principal(id)
}

describe.each<[string, AdminRole[]]>([
  ['another role', ['admin']],
  ['no role', []],
])('createAdmin and updateAdmin with the token of a former super-admin who has %s', (_name, roles) => {
  it('rejects restoring the super-admin role', async () => {
    const former = await newOutdatedAdmin(roles)
    const restored = updateAdmin(own.deps, former.accountId, { roles: ['super-admin'] }, former)
    await expect(restored).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await own.deps.accounts.get(former.accountId)).adminRoles).toEqual(roles)
  })

  it('rejects creating a super-admin', async () => {
    const former = await newOutdatedAdmin(roles)
    const created = createAdmin(own.deps, fields(['super-admin']), former)
    await expect(created).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
