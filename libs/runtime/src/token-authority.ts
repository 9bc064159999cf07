import type { Revocation, remoteKeys } from '@wp/auth'
import type { identityService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'

/** The source of public keys and revocations: identity over gRPC, or, inside identity, the service itself. */
export type TokenAuthority = {
  jwks(): ReturnType<Parameters<typeof remoteKeys>[0]['fetch']>
  /** Returns all revocations at or after `since`, oldest first. */
  revocationsSince(since: Date): Promise<Revocation[]>
}

type IdentityClient = RpcClient<typeof identityService.definition>

/** Shorter than the polling interval, so that calls do not accumulate. */
const deadlineMs = 900

/** Returns the authority that calls identity over gRPC. */
export const remoteAuthority = (
  identity: Pick<IdentityClient, 'getJwks' | 'revocationsSince'>,
): TokenAuthority => ({
  jwks: async () => {
    const { keys } = await identity.getJwks({})
    return { keys: keys.map((key) => ({ ...key })) }
  },
  revocationsSince: async (since) => {
    const revocations = await collectPages((cursor) =>
      identity.revocationsSince({ since: since.toISOString(), cursor }, { deadlineMs }),
    )
    return revocations.flatMap((one) => toRevocation(one) ?? [])
  },
})

type RevocationPage<Item> = { revocations: Item[]; nextCursor?: string | null | undefined }

/** Collects the revocations from all pages, starting with the empty cursor. */
export const collectPages = async <Item>(
  read: (cursor: string) => Promise<RevocationPage<Item>>,
): Promise<Item[]> => {
  const all: Item[] = []
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
    const page: RevocationPage<Item> = await read(cursor)
    all.push(...page.revocations)
    cursor = page.nextCursor
  }
  return all
}

type RevocationFields = {
  kind: string
  at: string
  sessionId?: string | null | undefined
  accountId?: string | null | undefined
  exceptSessionId?: string | null | undefined
  workspaceId?: string | null | undefined
}

/** Returns the revocation, or null if its kind is unknown or a required id is missing. */
export const toRevocation = (fields: RevocationFields): Revocation | null => {
  const { kind, at, sessionId, accountId } = fields
  const [exceptSessionId, workspaceId] = [fields.exceptSessionId ?? null, fields.workspaceId ?? null]
  if (kind === 'session' && sessionId) return { kind, at, sessionId }
  if (kind === 'account' && accountId) return { kind, at, accountId, exceptSessionId, workspaceId }
  if (kind === 'outdated') return { kind, at, accountId: accountId ?? null, workspaceId }
  return null
}
