import { handle, reply } from '@wp/http'
import type { Scheduling } from '../service.ts'
import { fieldBook, shownField } from './field-book.ts'
import * as ofSessions from './session-field.contract.ts'
import * as ofStaff from './staff-field.contract.ts'

export const fieldHandlers = (parts: Scheduling) => {
  const staff = fieldBook(parts, 'staff', parts.staff)
  const sessions = fieldBook(parts, 'sessions', parts.sessions)
  return [
    handle(ofStaff.listStaffFields, async ({ workspaceId, query }) => {
      const { items, pagination } = await staff.list(workspaceId, query)
      return reply(200, { fields: items.map(shownField), pagination })
    }),
    handle(ofStaff.createStaffField, async ({ workspaceId, body }) =>
      reply(201, { field: shownField(await staff.create(workspaceId, body)) }),
    ),
    handle(ofStaff.updateStaffField, async ({ workspaceId, params, body }) =>
      reply(200, { field: shownField(await staff.update(workspaceId, params.fieldId, body)) }),
    ),
    handle(ofStaff.deleteStaffField, async ({ workspaceId, params }) => {
      await staff.remove(workspaceId, params.fieldId)
      return reply(204)
    }),
    handle(ofStaff.orderStaffFields, async ({ workspaceId, body }) => {
      const fields = await staff.reorder(workspaceId, body.fieldIds)
      return reply(200, { fields: fields.map(shownField) })
    }),

    handle(ofSessions.listSessionFields, async ({ workspaceId, query }) => {
      const { items, pagination } = await sessions.list(workspaceId, query)
      return reply(200, { fields: items.map(shownField), pagination })
    }),
    handle(ofSessions.createSessionField, async ({ workspaceId, body }) =>
      reply(201, { field: shownField(await sessions.create(workspaceId, body)) }),
    ),
    handle(ofSessions.updateSessionField, async ({ workspaceId, params, body }) =>
      reply(200, { field: shownField(await sessions.update(workspaceId, params.fieldId, body)) }),
    ),
    handle(ofSessions.deleteSessionField, async ({ workspaceId, params }) => {
      await sessions.remove(workspaceId, params.fieldId)
      return reply(204)
    }),
    handle(ofSessions.orderSessionFields, async ({ workspaceId, body }) => {
      const fields = await sessions.reorder(workspaceId, body.fieldIds)
      return reply(200, { fields: fields.map(shownField) })
    }),
  ]
}
