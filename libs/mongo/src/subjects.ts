import type { Id } from '@wp/kernel'

type Addressed = { type: string; subjectByWorkspace?: boolean; shards?: number }

/**
 * Returns an event's NATS subject: its type, or `<type>-<workspace>` if each workspace has its own subject. The
 * workspace is not a separate token, so that streams created by older versions accept the subject too.
 */
export const subjectOf = (
  { type, subjectByWorkspace, shards }: Addressed,
  workspaceId: Id | null,
): string => {
  if (!subjectByWorkspace) return type
  if (workspaceId === null)
    throw new TypeError(`Event ${type} needs a workspace because its subject contains the workspace id`)
  return `${shards ? inShard(type, shardOf(workspaceId, shards)) : type}-${workspaceId}`
}

/** Returns a type as it appears in the subjects of a shard: `wp.pos.public-event.published-2.v1`. */
export const inShard = (type: string, shard: number | string): string =>
  type.replace(/(?=\.[^.]+$)/, `-${shard}`)

/** Returns the shard of a workspace, from 0. */
const shardOf = (workspaceId: Id, shards: number): number =>
  // The last digits of an id are a counter, so they spread evenly.
  Number.parseInt(workspaceId.slice(-6), 16) % shards
