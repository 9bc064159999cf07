import { defineRoute, resource, workspace } from '@wp/http'
import { IdString, pageQuery, Pagination } from '@wp/kernel'
import { z } from 'zod'

export const DomainStatus = z.enum(['pending', 'active', 'disabled'])

export const Domain = resource('Domain', {
  workspaceId: IdString,
  domain: z.string().describe('In punycode'),
  status: DomainStatus,
  verificationToken: z.string().describe('Goes into a TXT record at `_wp-verify.<domain>`'),
  sslStatus: z
    .enum(['none', 'pending', 'issued'])
    .describe(
      '`pending` from the verification on. Certificates are ordered by whoever runs the platform, outside of it: `issued` is not given yet',
    ),
})
export type Domain = z.output<typeof Domain>

/** Nothing but a name: an address would be cut down to its host when it is put into punycode. */
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
  summary: 'Domains of the store, newest first',
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
  summary: 'Claim a domain; it serves the store once it is verified',
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
  summary:
    'Look for the TXT record; when it is there, the domain becomes active (a disabled one stays disabled)',
  tag,
  access,
  replies: { 200: OneDomain },
  fails: [400, 401, 403, 404, 409, 422],
})

export const activateDomain = defineRoute({
  id: 'activateDomain',
  method: 'PATCH',
  path: `${one}/activate`,
  summary: 'Serve the store on a verified domain again',
  tag,
  access,
  replies: { 200: OneDomain },
  fails: [400, 401, 403, 404, 422],
})

export const disableDomain = defineRoute({
  id: 'disableDomain',
  method: 'PATCH',
  path: `${one}/disable`,
  summary: 'Stop serving the store on a domain; everything is kept, and it can be activated again',
  tag,
  access: workspace('store.manage', { subscription: 'ignored' }),
  badId: 404, // the specification lists no 400 here
  replies: { 200: OneDomain },
  fails: [401, 403, 404],
})

export const deleteDomain = defineRoute({
  id: 'deleteDomain',
  method: 'DELETE',
  path: one,
  summary: 'Give a domain up; another workspace may claim it',
  tag,
  access,
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})
