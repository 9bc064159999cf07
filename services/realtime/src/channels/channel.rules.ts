import { holds } from '@wp/auth'
import type { Principal, WorkspacePermission, WorkspacePrincipal } from '@wp/auth'
import { AppError } from '@wp/kernel'

/** A channel's event source; each source has its own sequence numbers. */
export type SourceName = 'jobs' | 'labs'

const jobPrefix = 'jobs.'
const permissions: Record<SourceName, WorkspacePermission> = { jobs: 'jobs.view', labs: 'labs.view' }

/** How far back events are replayed. */
export const retentionMs = 24 * 3600 * 1000

export const sourceOf = (channel: string): SourceName => (channel === 'labs' ? 'labs' : 'jobs')

/** Returns a job channel's job id, or null for other channels. */
export const jobIdOf = (channel: string): string | null =>
  channel.startsWith(jobPrefix) ? channel.slice(jobPrefix.length) : null

export const jobChannel = (jobId: string): string => `${jobPrefix}${jobId}`

/** Throws FORBIDDEN unless the caller may subscribe to the channel. */
export const requirePermission = (principal: Principal, channel: string): WorkspacePrincipal => {
  const permission = permissions[sourceOf(channel)]
  if (principal.kind !== 'workspace' || !holds(principal, permission))
    throw new AppError('FORBIDDEN', `Channel ${channel} requires the permission ${permission}`)
  return principal
}

/** Returns whether the caller may see the callback ids of jobs. */
export const seesCallbackIds = (principal: Principal): boolean => holds(principal, 'store.manage')

/** Returns whether this sequence number exists and all events after it are still stored. */
export const isRetained = (after: number, { first, last }: { first: number; last: number }): boolean =>
  after <= last && after + 1 >= first
