import { Pagination } from '@wp/kernel'
import { defineRoute, workspace } from '@wp/http'
import { z } from 'zod'
import { FieldOrder, fieldQuery, NewStaffField, StaffField, StaffFieldChanges } from './field.contract.ts'

const OneField = z.object({ field: StaffField })
const path = '/workspace/:workspaceId/staff/fields'
const one = `${path}/:fieldId` as const
const tag = 'Staff fields'

export const listStaffFields = defineRoute({
  id: 'listStaffFields',
  method: 'GET',
  path,
  summary: 'List custom staff fields',
  description: 'Sorted in their configured order.',
  tag,
  access: workspace('staff.view'),
  query: fieldQuery,
  replies: { 200: z.object({ fields: z.array(StaffField), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const createStaffField = defineRoute({
  id: 'createStaffField',
  method: 'POST',
  path,
  summary: 'Create a custom staff field',
  description: 'The new field is added to the end of the list.',
  tag,
  access: workspace('staff.update'),
  body: NewStaffField,
  replies: { 201: OneField },
  fails: [400, 401, 403, 404, 409, 422],
})

export const updateStaffField = defineRoute({
  id: 'updateStaffField',
  method: 'PATCH',
  path: one,
  summary: 'Update a custom staff field',
  description: 'The key and type cannot be changed.',
  tag,
  access: workspace('staff.update'),
  body: StaffFieldChanges,
  replies: { 200: OneField },
  fails: [400, 401, 403, 404, 422],
})

export const deleteStaffField = defineRoute({
  id: 'deleteStaffField',
  method: 'DELETE',
  path: one,
  summary: 'Delete a custom staff field',
  description: 'Existing answers are kept.',
  tag,
  access: workspace('staff.update'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})

export const orderStaffFields = defineRoute({
  id: 'orderStaffFields',
  method: 'PUT',
  path: `${path}/order`,
  summary: 'Reorder custom staff fields',
  tag,
  access: workspace('staff.update'),
  body: FieldOrder,
  replies: { 200: z.object({ fields: z.array(StaffField) }) },
  fails: [400, 401, 403, 404, 422],
})
