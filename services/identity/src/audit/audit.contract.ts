import { admin, defineRoute, withDateRange, workspace } from '@wp/http'
import { DateOrTimestamp, IdString, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'

const Entry = z
  .object({
    id: IdString,
    at: Timestamp,
    actorId: IdString.nullable(),
    actorName: z
      .string()
      .nullable()
      .describe(
        'The name of the API key or staff member that performed the action; null for other actors, and for users in the platform-wide list',
      ),
    actorKind: z.string().describe('`key` for an API key'),
    action: z.string(),
    targetType: z.string(),
    targetId: z.string().nullable(),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' })

const filter = withDateRange(
  pageQuery.extend({
    actorId: IdString.optional().describe('The account or API key that performed the action'),
    action: z.string().min(1).max(100).optional().describe('The action, such as role.updated'),
    from: DateOrTimestamp.optional(),
    to: DateOrTimestamp.optional(),
  }),
  'local instant',
)
export type AuditQuery = z.output<typeof filter>

const replies = { 200: z.object({ entries: z.array(Entry), pagination: Pagination }) }
const tag = 'Audit'

export const listAudit = defineRoute({
  id: 'listAudit',
  method: 'GET',
  path: '/admin/audit',
  summary: 'List audit entries across the platform',
  description: 'Sorted by time, newest first. Entries are kept for two years.',
  tag,
  access: admin('super-admin'),
  query: filter,
  replies,
  fails: [400, 401, 403, 422],
})

export const listWorkspaceAudit = defineRoute({
  id: 'listWorkspaceAudit',
  method: 'GET',
  path: '/workspace/:workspaceId/audit',
  summary: "List a workspace's audit entries",
  description:
    "Sorted by time, newest first. `from` and `to` given as days mean days in the workspace's time zone. Entries are kept for two years.",
  tag,
  access: workspace('owner'),
  query: filter,
  replies,
  fails: [400, 401, 403, 404, 422],
})
