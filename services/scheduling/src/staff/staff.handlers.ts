import { handle, reply } from '@wp/http'
import type { Id } from '@wp/kernel'
import { StaffChanged } from '../events.ts'
import { filterKeys, requireAnswers, uniqueKeysOf, valueKeysOf, withGiven } from '../fields/field.rules.ts'
import type { FieldDefinition, GivenValue, KeptValue } from '../fields/field.rules.ts'
import { refusingTakenValues } from '../fields/taken-values.ts'
import type { Scheduling } from '../service.ts'
import { answersOf, shownStaff } from './shown-staff.ts'
import { staffAccounts } from './staff-accounts.ts'
import { createStaff, deleteStaff, getStaff, listStaff, updateStaff } from './staff.contract.ts'
import type { StaffProfile, StoredStaff } from './staff.store.ts'

export const staffHandlers = (parts: Scheduling) => {
  const { db, staff, fields } = parts
  const accounts = staffAccounts(parts)

  const answered = async (member: StoredStaff, given: readonly GivenValue[] | undefined) => {
    if (!given) return {}
    const definitions = await fields.list(member.workspaceId, 'staff')
    return answers(member.id, definitions, withGiven(definitions, answersOf(member), given))
  }

  const changeProfile = (before: StoredStaff, changes: Partial<StaffProfile>): Promise<StoredStaff> => {
    const { workspaceId, id } = before
    return db.transaction(async (tx) => {
      const updated = (await staff.update(workspaceId, id, changes)) ?? before
      tx.publish(StaffChanged, { workspaceId, data: { staff: shownStaff(updated) } })
      return updated
    })
  }

  return [
    handle(listStaff, async ({ workspaceId, query: { field = [], ...query } }) => {
      const valueKeys = field.length > 0 ? filterKeys(await fields.list(workspaceId, 'staff'), field) : []
      const { items, pagination } = await staff.list(workspaceId, valueKeys, query)
      return reply(200, { staff: items.map(shownStaff), pagination })
    }),

    handle(createStaff, async ({ workspaceId, principal, body: { fieldValues, ...profile } }) => {
      const definitions = await fields.list(workspaceId, 'staff')
      const values = withGiven(definitions, [], fieldValues)
      requireAnswers(definitions, values)
      const member = await refusingTakenValues(() =>
        accounts.join(workspaceId, principal.accountId, (id) => ({
          ...profile,
          ...answers(id, definitions, values),
        })),
      )
      return reply(201, { staff: shownStaff(member) })
    }),

    handle(getStaff, async ({ workspaceId, params }) =>
      reply(200, { staff: shownStaff(await staff.get(workspaceId, params.staffId)) }),
    ),

    handle(
      updateStaff,
      async ({ workspaceId, principal, params: { staffId }, body: { fieldValues, ...body } }) => {
        const before = await staff.get(workspaceId, staffId)
        const changes: Partial<StaffProfile> = { ...body, ...(await answered(before, fieldValues)) }
        const isLogin =
          (body.roleId ?? before.roleId) !== before.roleId || (body.email ?? before.email) !== before.email
        const member = await refusingTakenValues(() =>
          isLogin ? accounts.change(before, principal.accountId, changes) : changeProfile(before, changes),
        )
        return reply(200, { staff: shownStaff(member) })
      },
    ),

    handle(deleteStaff, async ({ workspaceId, principal, params }) => {
      await accounts.leave(await staff.get(workspaceId, params.staffId), principal.accountId)
      return reply(204)
    }),
  ]
}

const answers = (id: Id, definitions: readonly FieldDefinition[], values: KeptValue[]) => ({
  fieldValues: JSON.stringify(values),
  valueKeys: valueKeysOf(definitions, values),
  uniqueKeys: uniqueKeysOf(id, definitions, values),
})
