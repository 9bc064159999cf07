import {
  CalendarDateString,
  decimal,
  EmailAddress,
  ExternalId,
  IdString,
  nonBlank,
  pageQuery,
  Pagination,
} from '@wp/kernel'
import { defineRoute, resource, workspace } from '@wp/http'
import { Language } from '@wp/texts'
import { z } from 'zod'

const Gender = z.enum(['male', 'female'])

/** The client's default discount at the till. */
const ClientDiscount = z.object({ kind: z.enum(['fixed', 'percentage']), value: z.number().min(0) })
export type ClientDiscount = z.output<typeof ClientDiscount>

/** `checkDiscount` limits a fixed discount further, to the decimal places of the workspace's currency. */
const GivenDiscount = ClientDiscount.extend({ value: decimal(4).min(0) }).refine(
  (discount) => discount.kind === 'fixed' || discount.value <= 100,
  { path: ['value'], error: 'must be at most 100 for a percentage' },
)

export const Client = resource('Client', {
  workspaceId: IdString,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  dateOfBirth: CalendarDateString.nullable(),
  gender: Gender.nullable(),
  notes: z.string().nullable(),
  discount: ClientDiscount.nullable(),
  language: z.string().nullable().describe('The language of messages to the client'),
  externalId: z.string().nullable().describe('The id of the client in another system'),
  possibleDuplicateOf: IdString.nullable().describe(
    'A client with the same email address or phone number, if this one booked online without proving the contact',
  ),
})
export type Client = z.output<typeof Client>

const fields = {
  name: nonBlank(200),
  email: EmailAddress.nullable(),
  phone: nonBlank(40).nullable(),
  dateOfBirth: CalendarDateString.nullable(),
  gender: Gender.nullable(),
  notes: z.string().max(10_000).nullable(),
  discount: GivenDiscount.nullable(),
  language: Language.nullable().describe(
    "The language of messages to the client. Null and other languages than the workspace's mean its first one",
  ),
  externalId: ExternalId,
}

const { name, ...optional } = fields

export const NewClient = z.object({ name, ...z.object(optional).partial().shape })
export type NewClient = z.output<typeof NewClient>

export const ClientChanges = z
  .object({ ...fields, possibleDuplicateOf: z.null().describe('Null confirms that this is another client') })
  .partial()
export type ClientChanges = z.output<typeof ClientChanges>

export const ClientFilter = pageQuery.extend({
  search: nonBlank(100)
    .optional()
    .describe('Matches the beginning of words in name, email and phone; all search words must match'),
})

const OneClient = z.object({ client: Client })
const path = '/workspace/:workspaceId/clients'
const one = `${path}/:clientId` as const
const tag = 'Clients'

export const listClients = defineRoute({
  id: 'listClients',
  method: 'GET',
  path,
  summary: 'List clients',
  description:
    'Sorted by creation time, newest first. Search matches the beginning of words in name, email and phone.',
  tag,
  access: workspace('clients.view'),
  query: ClientFilter,
  replies: { 200: z.object({ clients: z.array(Client), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const createClient = defineRoute({
  id: 'createClient',
  method: 'POST',
  path,
  summary: 'Create a client',
  tag,
  access: workspace('clients.manage'),
  body: NewClient,
  replies: { 201: OneClient },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getClient = defineRoute({
  id: 'getClient',
  method: 'GET',
  path: one,
  summary: 'Get a client',
  tag,
  access: workspace('clients.view'),
  replies: { 200: OneClient },
  fails: [400, 401, 403, 404],
})

export const updateClient = defineRoute({
  id: 'updateClient',
  method: 'PATCH',
  path: one,
  summary: 'Update a client',
  description: 'Null clears an optional field.',
  tag,
  access: workspace('clients.manage'),
  body: ClientChanges,
  replies: { 200: OneClient },
  fails: [400, 401, 403, 404, 409, 422],
})

export const deleteClient = defineRoute({
  id: 'deleteClient',
  method: 'DELETE',
  path: one,
  summary: 'Delete a client',
  description: "Existing records keep the client's name.",
  tag,
  access: workspace('clients.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})
