import { EmailAddress, HttpUrl, IdString, nonBlank, pageQuery, Pagination } from '@wp/kernel'
import { defineRoute, resource, workspace } from '@wp/http'
import { WorkingHours } from '@wp/workspaces'
import { z } from 'zod'
import { FieldFilter, FieldValue } from '../fields/field.contract.ts'

export const Staff = resource('Staff', {
  workspaceId: IdString,
  name: z.string(),
  email: z.string(),
  roleId: IdString,
  phone: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  fieldValues: z.array(z.object({ fieldKey: z.string(), value: z.unknown() })),
  workingHours: WorkingHours.nullable().describe("If null, only the workspace's hours apply"),
  serviceIds: z.array(IdString).nullable().describe('The services that the member performs; null means all'),
})
export type Staff = z.output<typeof Staff>

const fields = {
  name: nonBlank(200),
  email: EmailAddress,
  roleId: IdString,
  phone: nonBlank(40).nullable(),
  avatarUrl: HttpUrl.nullable(),
  fieldValues: z.array(FieldValue).max(200),
  workingHours: WorkingHours.nullable(),
  serviceIds: z
    .array(IdString)
    .max(200, { error: 'must contain at most 200 services' })
    .transform((ids) => [...new Set(ids)])
    .nullable()
    .describe('Limits the slots that availability offers; null means all services'),
}

export const NewStaff = z.object({
  ...fields,
  phone: fields.phone.default(null),
  avatarUrl: fields.avatarUrl.default(null),
  fieldValues: fields.fieldValues.default([]),
  workingHours: fields.workingHours.default(null),
  serviceIds: fields.serviceIds.default(null),
})
export type NewStaff = z.output<typeof NewStaff>

export const StaffChanges = z.object(fields).partial()
export type StaffChanges = z.output<typeof StaffChanges>

export const StaffFilter = pageQuery.extend({
  search: nonBlank(100).optional().describe('Matches any part of the name or email'),
  field: FieldFilter,
})

const OneStaff = z.object({ staff: Staff })
const path = '/workspace/:workspaceId/staff'
const one = `${path}/:staffId` as const
const tag = 'Staff'

export const listStaff = defineRoute({
  id: 'listStaff',
  method: 'GET',
  path,
  summary: 'List staff',
  description:
    'Sorted by creation time, newest first. Search matches any part of name and email. Can be filtered by filterable fields.',
  tag,
  access: workspace('staff.view'),
  query: StaffFilter,
  replies: { 200: z.object({ staff: z.array(Staff), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const createStaff = defineRoute({
  id: 'createStaff',
  method: 'POST',
  path,
  summary: 'Create a staff member',
  description: "Sends an invitation by email and uses one of the plan's seats.",
  tag,
  access: workspace('staff.create'),
  idempotency: 'saga',
  body: NewStaff,
  replies: { 201: OneStaff },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getStaff = defineRoute({
  id: 'getStaff',
  method: 'GET',
  path: one,
  summary: 'Get a staff member',
  tag,
  access: workspace('staff.view'),
  replies: { 200: OneStaff },
  fails: [400, 401, 403, 404],
})

export const updateStaff = defineRoute({
  id: 'updateStaff',
  method: 'PATCH',
  path: one,
  summary: 'Update a staff member',
  description: 'Field values are merged by key. A new role or email changes the login immediately.',
  tag,
  access: workspace('staff.update'),
  body: StaffChanges,
  replies: { 200: OneStaff },
  fails: [400, 401, 403, 404, 409, 422],
})

export const deleteStaff = defineRoute({
  id: 'deleteStaff',
  method: 'DELETE',
  path: one,
  summary: 'Delete a staff member',
  description:
    'Login sessions end immediately, and the seat and the email become available again. Existing records keep the name.',
  tag,
  access: workspace('staff.delete'),
  replies: { 204: null },
  fails: [400, 401, 403, 404, 409],
})
