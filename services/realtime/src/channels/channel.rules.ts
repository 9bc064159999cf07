import { holds } from '@wp/auth'
import type { Principal, WorkspacePermission, WorkspacePrincipal } from '@wp/auth'
import { AppError } from '@wp/kernel'

/** Where a channel's events come from: each has numbers of its own. */
export type SourceName = 'jobs' | 'labs'

const jobPrefix = 'jobs.'
const permissions: Record<SourceName, WorkspacePermission> = { jobs: 'jobs.view', labs: 'labs.view' }

/** How long history is replayed; what is older is lost to a client. */
export const keptMs = 24 * 3600 * 1000

export const sourceOf = (channel: string): SourceName => (channel === 'labs' ? 'labs' : 'jobs')

/** The job that the channel is about; null for the channels of all. */
export const jobIdOf = (channel: string): string | null =>
  channel.startsWith(jobPrefix) ? channel.slice(jobPrefix.length) : null

export const jobChannel = (jobId: string): string => `${jobPrefix}${jobId}`

/** Throws FORBIDDEN unless the caller may hear the channel. */
export const requireListener = (principal: Principal, channel: string): WorkspacePrincipal => {
  const permission = permissions[sourceOf(channel)]
  if (principal.kind !== 'workspace' || !holds(principal, permission))
    throw new AppError('FORBIDDEN', `The channel ${channel} needs the permission ${permission}`)
  return principal
}

/** Whether nothing that came after this number has been lost. */
export const isKept = (after: number, { first, last }: { first: number; last: number }): boolean =>
  after <= last && after + 1 >= first
