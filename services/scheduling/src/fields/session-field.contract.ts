import { Pagination } from '@wp/kernel'
import { defineRoute, workspace } from '@wp/http'
import { z } from 'zod'
import {
  FieldOrder,
  fieldQuery,
  NewSessionField,
  SessionField,
  SessionFieldChanges,
} from './field.contract.ts'

const OneField = z.object({ field: SessionField })
const path = '/workspace/:workspaceId/sessions/fields'
const one = `${path}/:fieldId` as const
const tag = 'Session fields'

export const listSessionFields = defineRoute({
  id: 'listSessionFields',
  method: 'GET',
  path,
  summary: 'List custom session fields',
  description: 'Sorted in their configured order.',
  tag,
  access: workspace('sessions.view'),
  query: fieldQuery,
  replies: { 200: z.object({ fields: z.array(SessionField), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const createSessionField = defineRoute({
  id: 'createSessionField',
  method: 'POST',
  path,
  summary: 'Create a custom session field',
  description: 'The new field is added to the end of the list.',
  tag,
  access: workspace('sessions.update'),
  body: NewSessionField,
  replies: { 201: OneField },
  fails: [400, 401, 403, 404, 409, 422],
})

export const updateSessionField = defineRoute({
  id: 'updateSessionField',
  method: 'PATCH',
  path: one,
  summary: 'Update a custom session field',
  description: 'The key, type and phase cannot be changed.',
  tag,
  access: workspace('sessions.update'),
  body: SessionFieldChanges,
  replies: { 200: OneField },
  fails: [400, 401, 403, 404, 422],
})

export const deleteSessionField = defineRoute({
  id: 'deleteSessionField',
  method: 'DELETE',
  path: one,
  summary: 'Delete a custom session field',
  description: 'Existing answers are kept.',
  tag,
  access: workspace('sessions.update'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})

export const orderSessionFields = defineRoute({
  id: 'orderSessionFields',
  method: 'PUT',
  path: `${path}/order`,
  summary: 'Reorder custom session fields',
  tag,
  access: workspace('sessions.update'),
  body: FieldOrder,
  replies: { 200: z.object({ fields: z.array(SessionField) }) },
  fails: [400, 401, 403, 404, 422],
})
