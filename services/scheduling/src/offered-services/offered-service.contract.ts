import { ExternalId, IdString, nonBlank, pageQuery, Pagination, QueryBoolean } from '@wp/kernel'
import { defineRoute, resource, workspace } from '@wp/http'
import { z } from 'zod'

const Scope = z.enum(['sessions', 'products', 'other'])

/** A decimal amount in the workspace's currency, with up to 4 decimal places. */
const Price = z
  .number()
  .min(0)
  .max(1_000_000_000)
  .refine((price) => Number(price.toFixed(4)) === price, { error: 'must have at most 4 decimal places' })

export const Service = resource('Service', {
  workspaceId: IdString,
  name: z.string(),
  scope: Scope,
  durationMinutes: z.int().nullable(),
  price: z.number().nullable().describe('Includes tax'),
  taxRateId: IdString.nullable(),
  bufferBeforeMinutes: z.int(),
  bufferAfterMinutes: z.int(),
  isActive: z.boolean(),
  externalId: z.string().nullable().describe('The id of the service in another system'),
})
export type Service = z.output<typeof Service>

/** The longest time that a service can keep free before or after a session. */
export const maxBufferMinutes = 240
const Buffer = z
  .int()
  .min(0)
  .max(maxBufferMinutes)
  .describe('Minutes kept free of other sessions; counts for availability and online bookings')

const fields = {
  name: nonBlank(200),
  scope: Scope,
  durationMinutes: z.int().min(0).max(1440).nullable(),
  price: Price.nullable(),
  taxRateId: IdString.nullable().describe('An active tax rate of the workspace'),
  bufferBeforeMinutes: Buffer,
  bufferAfterMinutes: Buffer,
  isActive: z.boolean(),
  externalId: ExternalId,
}

export const NewService = z.object({
  name: fields.name,
  scope: fields.scope.default('sessions'),
  durationMinutes: fields.durationMinutes.default(null),
  price: fields.price.default(null),
  taxRateId: fields.taxRateId.default(null),
  bufferBeforeMinutes: fields.bufferBeforeMinutes.default(0),
  bufferAfterMinutes: fields.bufferAfterMinutes.default(0),
  isActive: fields.isActive.default(true),
  externalId: fields.externalId.default(null),
})
export type NewService = z.output<typeof NewService>

export const ServiceChanges = z.object(fields).partial()
export type ServiceChanges = z.output<typeof ServiceChanges>

export const ServiceFilter = pageQuery.extend({
  scope: Scope.optional(),
  isActive: QueryBoolean.optional(),
  search: nonBlank(100).optional().describe('Matches any part of the name'),
})
export type ServiceFilter = z.output<typeof ServiceFilter>

const OneService = z.object({ service: Service })
const path = '/workspace/:workspaceId/services'
const one = `${path}/:serviceId` as const
const tag = 'Services'

export const listServices = defineRoute({
  id: 'listServices',
  method: 'GET',
  path,
  summary: 'List services',
  description: 'Sorted by creation time, newest first. Search matches any part of the name.',
  tag,
  access: workspace('services.view'),
  query: ServiceFilter,
  replies: { 200: z.object({ services: z.array(Service), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const createService = defineRoute({
  id: 'createService',
  method: 'POST',
  path,
  summary: 'Create a service',
  tag,
  access: workspace('services.manage'),
  body: NewService,
  replies: { 201: OneService },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getService = defineRoute({
  id: 'getService',
  method: 'GET',
  path: one,
  summary: 'Get a service',
  tag,
  access: workspace('services.view'),
  replies: { 200: OneService },
  fails: [400, 401, 403, 404],
})

export const updateService = defineRoute({
  id: 'updateService',
  method: 'PATCH',
  path: one,
  summary: 'Update a service',
  description: 'A new name also applies to unfinished sessions.',
  tag,
  access: workspace('services.manage'),
  body: ServiceChanges,
  replies: { 200: OneService },
  fails: [400, 401, 403, 404, 409, 422],
})

export const deleteService = defineRoute({
  id: 'deleteService',
  method: 'DELETE',
  path: one,
  summary: 'Delete a service',
  description: "Existing records keep the service's name.",
  tag,
  access: workspace('services.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})
