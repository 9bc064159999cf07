import { holds, isWorkspacePermission } from '@wp/auth'
import type { Principal, WorkspacePrincipal } from '@wp/auth'
import { AppError } from '@wp/kernel'
import { jobsChannel } from './channel.contract.ts'
import type { ChannelDefinition } from './channel.contract.ts'

const jobPrefix = `${jobsChannel}.`

/** How far back events are replayed. */
export const retentionMs = 24 * 3600 * 1000

/** With more events than this to replay, the client gets a snapshot instead. */
export const maxReplayedEvents = 10_000

/** Returns a job channel's job id, or null for other channels. */
export const jobIdOf = (channel: string): string | null =>
  channel.startsWith(jobPrefix) ? channel.slice(jobPrefix.length) : null

export const jobChannel = (jobId: string): string => `${jobPrefix}${jobId}`

/** Returns whether the channel is about jobs. Snapshots of other channels contain no records. */
export const isAboutJobs = (channel: string): boolean =>
  channel === jobsChannel || channel.startsWith(jobPrefix)

/** Throws FORBIDDEN unless the caller may subscribe to the channel. */
export const requirePermission = (
  principal: Principal,
  channel: string,
  { permission }: Pick<ChannelDefinition, 'permission'>,
): WorkspacePrincipal => {
  if (principal.kind === 'workspace' && may(principal, permission)) return principal
  const need = permission === 'owner' ? 'is only for the owner' : `requires the permission ${permission}`
  throw new AppError('FORBIDDEN', `Channel ${channel} ${need}`)
}

const may = (principal: WorkspacePrincipal, permission: string): boolean =>
  isWorkspacePermission(permission) ? holds(principal, permission) : principal.role === 'owner'

/** Returns whether the caller sees the callback ids of jobs on this channel. */
export const seesCallbackIds = (principal: Principal, channel: string): boolean =>
  isAboutJobs(channel) && holds(principal, 'store.manage')

/** Returns whether this sequence number exists and all events after it are still stored. */
export const isRetained = (after: number, { first, last }: { first: number; last: number }): boolean =>
  after <= last && after + 1 >= first
