import { adminRoles } from '@wp/auth'
import { defineRoute, open, signedIn } from '@wp/http'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { Workspace } from '../workspaces/workspace.contract.ts'

const tag = 'Login'

const issued = { token: z.string(), refreshToken: z.string(), expiresIn: z.int() }

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

/** Only the lengths are validated, so that an invalid email gets the same reply as a wrong password. */
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

/** Tokens, or a challenge for the second factor. */
export const LoginReply = z.union([LoggedIn, MfaRequired])
const AdminLoginReply = z.union([AdminLoggedIn, MfaRequired])

export const login = defineRoute({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  summary: 'Log in to a workspace',
  description:
    'For owners and staff. Checks the password, then asks for the workspace if you belong to several and for a second factor if one is enrolled.',
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
  summary: 'Log in as a platform admin',
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
  summary: 'Refresh tokens',
  description:
    'Exchanges the refresh token in the body or cookie for new tokens. Reusing an old refresh token ends the login session.',
  tag,
  access: open({ cookie: true }),
  body: RefreshFields,
  replies: { 200: z.object(issued) },
  fails: [400, 401, 422],
  rate: 'auth',
})

export const logout = defineRoute({
  id: 'logout',
  method: 'POST',
  path: '/auth/logout',
  summary: 'Log out',
  description: 'Ends this login session.',
  tag,
  access: signedIn(),
  replies: { 204: null },
  fails: [401, 403],
  rate: 'auth',
})

export const me = defineRoute({
  id: 'me',
  method: 'GET',
  path: '/auth/me',
  summary: 'Get your account',
  description: "Includes the current login session's workspace.",
  tag,
  access: signedIn(),
  replies: { 200: z.object({ account: Account, workspace: Workspace.optional() }) },
  fails: [401, 403],
})
