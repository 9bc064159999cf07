import { adminRoles } from '@wp/auth'
import { defineRoute, open, signedIn } from '@wp/http'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { Workspace } from '../workspaces/workspace.contract.ts'

const tag = 'Login'

const issued = { token: z.string(), refreshToken: z.string(), expiresIn: z.int() }

/** The caller as their tokens describe them. */
export const Account = z
  .object({
    id: IdString,
    email: z.string(),
    emailVerified: z.boolean(),
    name: z.string().nullable(),
    role: z.union([z.enum(['owner', 'staff']), z.array(z.enum(adminRoles))]),
    permissions: z.array(z.string()),
    staffId: IdString.nullable(),
  })
  .meta({ id: 'Account' })
export type Account = z.output<typeof Account>

/** Lenient on purpose: what could be no account's is answered like a wrong password. */
const Credentials = z.object({ email: z.string().max(254), password: z.string().max(200) })

export const LoggedIn = z.object({ ...issued, account: Account, workspace: Workspace })
export const AdminLoggedIn = z.object({ ...issued, account: Account })
const WorkspaceRequired = z.object({
  workspaceRequired: z.literal(true),
  workspaces: z.array(z.object({ id: IdString, name: z.string().nullable() })),
})

const Challenge = z
  .object({
    id: IdString,
    expiresAt: Timestamp,
    methods: z.array(
      z.object({
        id: IdString,
        type: z.enum(['totp', 'phone', 'backup-codes']),
        hint: z.string().nullable(),
        isPrimary: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Challenge' })
const MfaRequired = z.object({ mfaRequired: z.literal(true), challenge: Challenge })

/** Tokens, or the question for a second factor. */
export const LoginReply = z.union([LoggedIn, MfaRequired])
const AdminLoginReply = z.union([AdminLoggedIn, MfaRequired])

export const login = defineRoute({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  summary: 'Log in as the owner or a staff member of a workspace',
  description:
    'Asked in this order: password, workspace (when the account belongs to several), second factor (when one is enrolled).',
  tag,
  access: open(),
  body: Credentials.extend({ workspaceId: IdString.optional() }),
  replies: { 200: z.union([LoggedIn, WorkspaceRequired, MfaRequired]) },
  fails: [400, 401, 422],
  rate: 'auth',
})

export const adminLogin = defineRoute({
  id: 'adminLogin',
  method: 'POST',
  path: '/auth/admin/login',
  summary: 'Log in as an admin of the platform',
  tag,
  access: open(),
  body: Credentials,
  replies: { 200: AdminLoginReply },
  fails: [400, 401, 422],
  rate: 'auth',
})

const RefreshFields = z.object({ refreshToken: z.string().max(4096).optional() }).optional()

export const refresh = defineRoute({
  id: 'refresh',
  method: 'POST',
  path: '/auth/refresh',
  summary: 'Exchange the refresh token (body or cookie) for new tokens; using an old one ends the session',
  tag,
  access: open(),
  body: RefreshFields,
  replies: { 200: z.object(issued) },
  fails: [400, 401, 422],
  rate: 'auth',
})

export const logout = defineRoute({
  id: 'logout',
  method: 'POST',
  path: '/auth/logout',
  summary: 'End this login session everywhere',
  tag,
  access: signedIn(),
  replies: { 204: null },
  fails: [401],
  rate: 'auth',
})

export const me = defineRoute({
  id: 'me',
  method: 'GET',
  path: '/auth/me',
  summary: 'Who I am, and in which workspace',
  tag,
  access: signedIn(),
  replies: { 200: z.object({ account: Account, workspace: Workspace.optional() }) },
  fails: [401],
})
