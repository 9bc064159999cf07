import { defineRoute, resource, workspace } from '@wp/http'
import { IdString, pageQuery, Pagination } from '@wp/kernel'
import { z } from 'zod'
import { storefrontErrors } from '../errors.ts'

export const DomainStatus = z.enum(['pending', 'active', 'disabled'])

export const Domain = resource('Domain', {
  workspaceId: IdString,
  domain: z.string().describe('The domain name in Punycode'),
  status: DomainStatus,
  verificationToken: z.string().describe('The value of the TXT record to create at `_wp-verify.<domain>`'),
  sslStatus: z
    .enum(['none', 'pending'])
    .describe('`pending` once verified. The platform operator orders certificates separately.'),
})
export type Domain = z.output<typeof Domain>

/** Accepts only host names. Without this check, the Punycode conversion would reduce a URL to its host. */
const DomainName = z
  .string()
  .trim()
  .max(253)
  .regex(/^[^\s/:@?#%\\[\]]+\.[^\s/:@?#%\\[\]]+$/, {
    error: 'must be a domain name, such as shop.example.com',
  })

const OneDomain = z.object({ domain: Domain })
const path = '/workspace/:workspaceId/storefront/domain'
const one = `${path}/:domainId` as const
const tag = 'Storefront domains'
const access = workspace('store.manage')

export const listDomains = defineRoute({
  id: 'listDomains',
  method: 'GET',
  path,
  summary: 'List domains',
  description: 'Sorted by creation time, newest first.',
  tag,
  access: workspace('store.view'),
  query: pageQuery,
  replies: { 200: z.object({ domains: z.array(Domain), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const createDomain = defineRoute({
  id: 'createDomain',
  method: 'POST',
  path,
  summary: 'Claim a domain',
  description: 'The domain serves the shop once it is verified.',
  tag,
  access,
  body: z.object({ domain: DomainName }),
  replies: { 201: OneDomain },
  fails: [400, 401, 403, 404, 409, 422],
})

export const verifyDomain = defineRoute({
  id: 'verifyDomain',
  method: 'POST',
  path: `${one}/verify`,
  summary: 'Verify a domain',
  description: 'Looks up the TXT record and activates the domain. A disabled domain stays disabled.',
  tag,
  access,
  replies: { 200: OneDomain },
  fails: [400, 401, 403, 404, 409, 422],
  errors: [storefrontErrors.DOMAIN_NOT_VERIFIED],
})

export const activateDomain = defineRoute({
  id: 'activateDomain',
  method: 'PATCH',
  path: `${one}/activate`,
  summary: 'Activate a domain',
  description: 'Serves the shop on a verified domain that was disabled.',
  tag,
  access,
  replies: { 200: OneDomain },
  fails: [400, 401, 403, 404, 422],
  errors: [storefrontErrors.DOMAIN_NOT_VERIFIED],
})

export const disableDomain = defineRoute({
  id: 'disableDomain',
  method: 'PATCH',
  path: `${one}/disable`,
  summary: 'Disable a domain',
  description:
    'Stops serving the shop on the domain. A verified domain stays verified and can be activated again.',
  tag,
  access: workspace('store.manage', { subscription: 'ignored' }),
  badId: 404, // the API specification defines no 400 for this route
  replies: { 200: OneDomain },
  fails: [401, 403, 404],
})

export const deleteDomain = defineRoute({
  id: 'deleteDomain',
  method: 'DELETE',
  path: one,
  summary: 'Delete a domain',
  description: 'Other workspaces can then claim it.',
  tag,
  access,
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})
