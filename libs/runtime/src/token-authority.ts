import type { Revocation, remoteKeys } from '@wp/auth'
import type { identityService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'

/** Who knows the public keys of access tokens and what was revoked: identity, asked over gRPC, or identity itself. */
export type TokenAuthority = {
  jwks(): ReturnType<Parameters<typeof remoteKeys>[0]['fetch']>
  /** All that was revoked at or after `since`, the oldest first. */
  revocationsSince(since: Date): Promise<Revocation[]>
}

type IdentityClient = RpcClient<typeof identityService.definition>

/** Shorter than the interval of the questions, so that they do not pile up. */
const deadlineMs = 900

/** Identity, asked over gRPC. */
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

/** The revocations of all pages, the first of which has the empty cursor. */
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

/** The revocation that these fields describe; null for a kind that this release does not know. */
export const toRevocation = (fields: RevocationFields): Revocation | null => {
  const { kind, at, sessionId, accountId } = fields
  const [exceptSessionId, workspaceId] = [fields.exceptSessionId ?? null, fields.workspaceId ?? null]
  if (kind === 'session' && sessionId) return { kind, at, sessionId }
  if (kind === 'account' && accountId) return { kind, at, accountId, exceptSessionId, workspaceId }
  if (kind === 'outdated') return { kind, at, accountId: accountId ?? null, workspaceId }
  return null
}
