import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import { createField, deleteField, orderFields, updateField } from './field.actions.ts'
import { toField } from './field.view.ts'
import * as sessionRoutes from './session-field.contract.ts'
import * as staffRoutes from './staff-field.contract.ts'

export const fieldHandlers = (
  deps: Pick<SchedulingDeps, 'db' | 'clock' | 'fields' | 'staff' | 'sessions'>,
) => [
  handle(staffRoutes.listStaffFields, async ({ workspaceId, query }) => {
    const { items, pagination } = await deps.fields.page(workspaceId, 'staff', query)
    return reply(200, { fields: items.map(toField), pagination })
  }),
  handle(staffRoutes.createStaffField, async ({ workspaceId, body }) =>
    reply(201, { field: toField(await createField(deps, workspaceId, 'staff', body)) }),
  ),
  handle(staffRoutes.updateStaffField, async ({ workspaceId, params, body }) =>
    reply(200, { field: toField(await updateField(deps, workspaceId, 'staff', params.fieldId, body)) }),
  ),
  handle(staffRoutes.deleteStaffField, async ({ workspaceId, params }) => {
    await deleteField(deps, workspaceId, 'staff', params.fieldId)
    return reply(204)
  }),
  handle(staffRoutes.orderStaffFields, async ({ workspaceId, body }) => {
    const fields = await orderFields(deps, workspaceId, 'staff', body.fieldIds)
    return reply(200, { fields: fields.map(toField) })
  }),

  handle(sessionRoutes.listSessionFields, async ({ workspaceId, query }) => {
    const { items, pagination } = await deps.fields.page(workspaceId, 'sessions', query)
    return reply(200, { fields: items.map(toField), pagination })
  }),
  handle(sessionRoutes.createSessionField, async ({ workspaceId, body }) =>
    reply(201, { field: toField(await createField(deps, workspaceId, 'sessions', body)) }),
  ),
  handle(sessionRoutes.updateSessionField, async ({ workspaceId, params, body }) =>
    reply(200, { field: toField(await updateField(deps, workspaceId, 'sessions', params.fieldId, body)) }),
  ),
  handle(sessionRoutes.deleteSessionField, async ({ workspaceId, params }) => {
    await deleteField(deps, workspaceId, 'sessions', params.fieldId)
    return reply(204)
  }),
  handle(sessionRoutes.orderSessionFields, async ({ workspaceId, body }) => {
    const fields = await orderFields(deps, workspaceId, 'sessions', body.fieldIds)
    return reply(200, { fields: fields.map(toField) })
  }),
]
