import { IdString } from '@wp/kernel'
import { z } from 'zod'
import { adminPermissions, adminRoles, isWorkspacePermission } from './permissions.ts'
import type { AdminPermission } from './permissions.ts'
import type { AdminPrincipal, Principal, WorkspacePrincipal } from './principals.ts'

type Issued = 'issuedAt' | 'issuedAtMs' | 'expiresAt'

/** The principal that a token is issued to, without the timestamps, which the signer adds. */
export type TokenSubject =
  | (Omit<WorkspacePrincipal, Issued | 'key'> & Partial<Pick<WorkspacePrincipal, 'key'>>)
  | Omit<AdminPrincipal, Issued>

const times = { iat: z.int(), iat_ms: z.int(), exp: z.int() }

// Unknown permissions are ignored: a token from a newer version must stay valid while two versions run side by side.
const workspacePermissions = z.array(z.string()).transform((keys) => keys.filter(isWorkspacePermission))
const isAdminPermission = (key: string): key is AdminPermission => Object.hasOwn(adminPermissions, key)

const Claims = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('workspace'),
    sub: IdString,
    wid: IdString,
    role: z.enum(['owner', 'staff']),
    permissions: workspacePermissions,
    staffId: IdString.nullable(),
    sid: IdString,
    keyId: IdString.optional(),
    keyName: z.string().optional(),
    ...times,
  }),
  z.object({
    kind: z.literal('admin'),
    sub: IdString,
    role: z.array(z.enum(adminRoles)),
    permissions: z.array(z.string()).transform((keys) => keys.filter(isAdminPermission)),
    sid: IdString,
    ...times,
  }),
])

/** Returns a token's claims, except `iss` and `aud`. */
export const toClaims = (subject: TokenSubject, issuedAtMs: number, lifetimeSeconds: number) => {
  const iat = Math.floor(issuedAtMs / 1000)
  const common = {
    kind: subject.kind,
    sub: subject.accountId,
    sid: subject.sessionId,
    permissions: subject.permissions,
  }
  const issued = { iat, iat_ms: issuedAtMs, exp: iat + lifetimeSeconds }
  return subject.kind === 'workspace'
    ? {
        ...common,
        wid: subject.workspaceId,
        role: subject.role,
        staffId: subject.staffId,
        ...(subject.key && { keyId: subject.key.id, keyName: subject.key.name }),
        ...issued,
      }
    : { ...common, role: subject.roles, ...issued }
}

/** Returns the principal for verified claims, or null if they are not an access token's claims. */
export const toPrincipal = (payload: unknown): Principal | null => {
  const parsed = Claims.safeParse(payload)
  if (!parsed.success) return null
  const claims = parsed.data
  const common = {
    accountId: claims.sub,
    sessionId: claims.sid,
    issuedAt: claims.iat,
    issuedAtMs: claims.iat_ms,
    expiresAt: claims.exp,
  }
  return claims.kind === 'workspace'
    ? {
        kind: 'workspace',
        ...common,
        workspaceId: claims.wid,
        role: claims.role,
        permissions: claims.permissions,
        staffId: claims.staffId,
        key: claims.keyId === undefined ? null : { id: claims.keyId, name: claims.keyName ?? '' },
      }
    : { kind: 'admin', ...common, roles: claims.role, permissions: claims.permissions }
}
