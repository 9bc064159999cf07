import { defineRoute, resource, workspace } from '@wp/http'
import { IdString, nonBlank, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import {
  changeFails,
  createFails,
  DeletableQuery,
  labPolicy,
  readFails,
} from '../lab-routes/lab-route.contract.ts'

export const LabUnit = resource('LabUnit', {
  workspaceId: IdString,
  labUnitTitle: z.string(),
  deletedAt: Timestamp.nullable().describe('When the unit was deactivated; null if it is active'),
})
export type LabUnit = z.output<typeof LabUnit>

export const NewLabUnit = z.object({ labUnitTitle: nonBlank(200) })
export type NewLabUnit = z.output<typeof NewLabUnit>
export const LabUnitChanges = NewLabUnit.partial()
export type LabUnitChanges = z.output<typeof LabUnitChanges>

const OneUnit = z.object({ labUnit: LabUnit })
const path = '/workspace/:workspaceId/labs/units'
const one = `${path}/:labUnitId` as const
const tag = 'Lab units'

export const listLabUnits = defineRoute({
  id: 'listLabUnits',
  method: 'GET',
  path,
  summary: 'List units of measurement',
  description: 'Sorted by creation time, newest first.',
  tag,
  access: workspace('labs.view'),
  ...labPolicy,
  query: DeletableQuery,
  replies: { 200: z.object({ labUnits: z.array(LabUnit), pagination: Pagination }) },
  fails: readFails,
})

export const createLabUnit = defineRoute({
  id: 'createLabUnit',
  method: 'POST',
  path,
  summary: 'Create a unit of measurement',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  body: NewLabUnit,
  replies: { 201: OneUnit },
  fails: createFails,
})

export const getLabUnit = defineRoute({
  id: 'getLabUnit',
  method: 'GET',
  path: one,
  summary: 'Get a unit of measurement',
  description: 'Deactivated units are returned too.',
  tag,
  access: workspace('labs.view'),
  ...labPolicy,
  replies: { 200: OneUnit },
  fails: readFails,
})

export const updateLabUnit = defineRoute({
  id: 'updateLabUnit',
  method: 'PATCH',
  path: one,
  summary: 'Update a unit of measurement',
  description: 'Existing lab tests keep the previous title.',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  body: LabUnitChanges,
  replies: { 200: OneUnit },
  fails: changeFails,
})

export const deactivateLabUnit = defineRoute({
  id: 'deactivateLabUnit',
  method: 'POST',
  path: `${one}/deactivate`,
  summary: 'Deactivate a unit of measurement',
  description:
    'The unit is hidden from the list, and new analyses cannot use it. Has no effect if it is already deactivated.',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  replies: { 200: OneUnit },
  fails: readFails,
})

export const restoreLabUnit = defineRoute({
  id: 'restoreLabUnit',
  method: 'POST',
  path: `${one}/restore`,
  summary: 'Restore a unit of measurement',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  replies: { 200: OneUnit },
  fails: readFails,
})
