import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@wp/kernel'
import { platform } from './platform.ts'

export type Claims = Record<string, unknown>
type Jwk = Record<string, string> & { kid: string }

export const base64url = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** Returns the claims of a token without verifying it. */
export const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Claims

/** Reads the signing key from the test platform's data folder. */
export const signingKey = (): Jwk => {
  const file = join(platform().dataDir, 'keys/signing-keys.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { keys: [Jwk] }).keys[0]
}

/** Signs a token the way identity does, with any claims and header fields. */
export const signToken = (
  claims: Claims,
  header: Record<string, unknown> = {},
  jwk = signingKey(),
): string => {
  const head = base64url({ alg: 'ES256', typ: 'JWT', kid: jwk.kid, ...header })
  const content = `${head}.${base64url(claims)}`
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  return `${content}.${sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

/** Signs a token for a staff member with these permissions but without a staff record (`newStaff` creates one). */
export const signStaffToken = (ownerToken: string, permissions: string[]): string =>
  signToken({
    ...claimsOf(ownerToken),
    sub: newId(),
    sid: newId(),
    role: 'staff',
    staffId: newId(),
    permissions,
  })

/** Signs a token for an administrator with these roles and permissions but without an account record. */
export const signAdminToken = (adminToken: string, roles: string[], permissions: string[]): string =>
  signToken({ ...claimsOf(adminToken), sub: newId(), sid: newId(), role: roles, permissions })
