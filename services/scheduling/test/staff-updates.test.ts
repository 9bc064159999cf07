import { AsyncLocalStorage } from 'node:async_hooks'
import { newId, notFound, systemClock } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { cacheVersionCollection, versionedCache } from '@wp/mongo'
import { createLogger } from '@wp/telemetry'
import { openTestDatabase, uniqueName } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldCollection, fieldStore } from '../src/fields/field.store.ts'
import { parseFieldValues } from '../src/fields/field.rules.ts'
import { updateStaff } from '../src/staff/staff.actions.ts'
import type { StaffChanges } from '../src/staff/staff.contract.ts'
import { recoverStaffLogins } from '../src/staff/staff-login.actions.ts'
import type { StaffLoginDeps } from '../src/staff/staff-login.actions.ts'
import { staffCollection, staffStore } from '../src/staff/staff.store.ts'
import { toStaffRecord } from './staff-records.ts'

let db: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  db = await openTestDatabase(uniqueName('staff_updates'), {
    collections: [staffCollection, fieldCollection, cacheVersionCollection],
  })
})
afterAll(() => db?.close())

const field = (key: string, isUnique: boolean) => ({
  id: newId(),
  subject: 'staff' as const,
  key,
  label: key,
  description: null,
  type: 'text' as const,
  isRequired: false,
  isUnique,
  isFilterable: false,
  order: 1,
  options: null,
  metadata: null,
  phase: null,
  category: null,
})

/** A member whose updates can be interrupted by another request after they have read the profile. */
const newScene = async () => {
  const [workspaceId, id, oldRole] = [newId(), newId(), newId()]
  const cache = versionedCache(db)
  const [staff, fields] = [staffStore(db, cache), fieldStore(db, cache)]
  await db.transaction(async () => {
    for (const key of ['badge', 'locker']) await fields.insert(workspaceId, field(key, key === 'badge'))
  })
  const members = db.tenant(staffCollection)(workspaceId)
  await members.insert(toStaffRecord(id, oldRole))
  const identity = { roleId: oldRole, removedRoles: new Set<Id>() }
  const outside = AsyncLocalStorage.snapshot()
  let others: (() => Promise<unknown>)[] = []
  const interrupt = async () => {
    const other = others.pop()
    if (other) await outside(other)
  }
  const deps = {
    db,
    staff,
    fields: {
      ...fields,
      listDefinitions: async (...args: Parameters<typeof fields.listDefinitions>) => {
        const found = await fields.listDefinitions(...args)
        await interrupt()
        return found
      },
    },
    accounts: {
      upsertStaffAccount: async ({ roleId }: { roleId: Id }) => {
        if (identity.removedRoles.has(roleId)) throw notFound('Role')
        identity.roleId = roleId
        await interrupt()
        return { accountId: newId() }
      },
    },
    clock: systemClock,
    logger: createLogger({ service: 'tests', level: 'silent' }),
  } as unknown as StaffLoginDeps
  const update = (changes: StaffChanges, staffId = id) =>
    updateStaff(deps, workspaceId, newId(), staffId, changes)
  return {
    deps,
    members,
    oldRole,
    identity,
    update,
    /** Runs one of these functions, the last one first, at each point where an update can be interrupted. */
    interruptBy: (...more: (() => Promise<unknown>)[]) => {
      others = more
    },
    stored: async () => {
      const member = await staff.get(workspaceId, id)
      const answers = parseFieldValues(member).map(({ fieldKey, value }) => [fieldKey, value])
      return { ...member, answers: Object.fromEntries(answers) as Record<string, unknown> }
    },
  }
}

describe('updateStaff', () => {
  it('keeps profile and identity consistent when the role changes during an update that repeats the old role', async () => {
    const { oldRole, identity, update, interruptBy, stored } = await newScene()
    const newRole = newId()
    interruptBy(() => update({ roleId: newRole }))
    await update({ name: 'Mona S.', roleId: oldRole, fieldValues: [{ fieldKey: 'badge', value: '1' }] })
    const member = await stored()
    expect(member).toMatchObject({ name: 'Mona S.', step: null, answers: { badge: '1' } })
    expect(member.roleId).toBe(identity.roleId)
  })

  it('keeps the answers of two concurrent updates', async () => {
    const { update, interruptBy, stored } = await newScene()
    interruptBy(() => update({ fieldValues: [{ fieldKey: 'locker', value: 'B' }] }))
    await update({ fieldValues: [{ fieldKey: 'badge', value: '1' }] })
    expect((await stored()).answers).toEqual({ badge: '1', locker: 'B' })
  })

  it('keeps answers that another request stores while the login is changed', async () => {
    const { identity, update, interruptBy, stored } = await newScene()
    const roleId = newId()
    const other = () => update({ fieldValues: [{ fieldKey: 'locker', value: 'B' }] })
    interruptBy(other, () => Promise.resolve())
    await update({ roleId, fieldValues: [{ fieldKey: 'badge', value: '1' }] })
    expect(await stored()).toMatchObject({ roleId, answers: { badge: '1', locker: 'B' } })
    expect(identity.roleId).toBe(roleId)
  })

  it('keeps the new role when the rest of the change is rejected and the old role no longer exists', async () => {
    const { deps, members, oldRole, identity, update, stored } = await newScene()
    const other = await members.insert(toStaffRecord(newId(), oldRole))
    const fieldValues = [{ fieldKey: 'badge', value: '1' }]
    await update({ fieldValues }, other.id)
    const roleId = newId()
    identity.removedRoles.add(oldRole)
    await expect(update({ roleId, name: 'Mona S.', fieldValues })).rejects.toMatchObject({ status: 422 })
    await recoverStaffLogins(deps)
    expect(await stored()).toMatchObject({ step: null, roleId: identity.roleId, name: 'Mona', answers: {} })
    expect(identity.roleId).toBe(roleId)
  })
})
