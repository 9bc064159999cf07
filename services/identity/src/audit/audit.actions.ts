import type { Id } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'

type Actor = { workspaceId: Id | null; actorId: Id | null; actorKind: string }

/** Names the API key when the actor is one: other services know only its id. */
export const nameActor = async <Entry extends Actor>(
  { apiKeys }: Pick<IdentityDeps, 'apiKeys'>,
  entry: Entry,
): Promise<Entry & { actorName: string | null }> => {
  const { workspaceId, actorId } = entry
  const key = workspaceId && actorId ? await apiKeys.find(workspaceId, actorId) : null
  return key ? { ...entry, actorKind: 'key', actorName: key.name } : { ...entry, actorName: null }
}
