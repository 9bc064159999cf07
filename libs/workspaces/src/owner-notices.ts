import { defineEvent } from '@wp/bus'
import { z } from 'zod'

/** A message for the owner of a workspace, which identity sends by email. */
export const OwnerNotice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('webhook-endpoint-disabled'),
    host: z.string(),
    reason: z.enum(['gone', 'failing', 'backlog']),
  }),
])
export type OwnerNotice = z.output<typeof OwnerNotice>

/**
 * Declares the event that makes identity email the owner of the workspace. Publish it in the same transaction
 * as the change.
 */
export const defineOwnerNotice = <const Service extends string>(service: Service) =>
  defineEvent({
    type: `wp.${service}.owner-notice.requested.v1`,
    summary: 'The owner of the workspace should be informed by email',
    data: OwnerNotice,
  })
