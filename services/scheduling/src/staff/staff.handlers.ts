import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import { checkFilters } from '../fields/field.rules.ts'
import { createStaff, deleteStaff, updateStaff } from './staff.actions.ts'
import * as routes from './staff.contract.ts'
import { toCreationHash } from './staff.rules.ts'
import { toStaff } from './staff.view.ts'

export const staffHandlers = (deps: SchedulingDeps) => [
  handle(routes.listStaff, async ({ workspaceId, query: { field = [], ...query } }) => {
    const valueKeys =
      field.length > 0 ? checkFilters(await deps.fields.listDefinitions(workspaceId, 'staff'), field) : []
    const { items, pagination } = await deps.staff.list(workspaceId, valueKeys, query)
    return reply(200, { staff: items.map(toStaff), pagination })
  }),

  handle(routes.createStaff, async ({ workspaceId, principal, body, idempotencyKey }) => {
    const creation = { actorId: principal.accountId, creationHash: toCreationHash(idempotencyKey, body) }
    return reply(201, { staff: toStaff(await createStaff(deps, workspaceId, creation, body)) })
  }),

  handle(routes.getStaff, async ({ workspaceId, params }) =>
    reply(200, { staff: toStaff(await deps.staff.get(workspaceId, params.staffId)) }),
  ),

  handle(routes.updateStaff, async ({ workspaceId, principal, params: { staffId }, body }) => {
    const member = await updateStaff(deps, workspaceId, principal.accountId, staffId, body)
    return reply(200, { staff: toStaff(member) })
  }),

  handle(routes.deleteStaff, async ({ workspaceId, principal, params }) => {
    await deleteStaff(deps, workspaceId, principal.accountId, params.staffId)
    return reply(204)
  }),
]
