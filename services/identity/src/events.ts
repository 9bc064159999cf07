import { defineEvent } from '@wp/bus'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'

const Role = z.object({ id: IdString, name: z.string(), permissions: z.array(z.string()) })

export const RoleChanged = defineEvent({
  type: 'wp.identity.role.changed.v1',
  summary: 'A role was added, renamed, or its permissions changed',
  data: z.object({ role: Role }),
})

export const RoleRemoved = defineEvent({
  type: 'wp.identity.role.removed.v1',
  summary: 'A role that nobody had was removed',
  data: z.object({ roleId: IdString }),
})

export const AccountChanged = defineEvent({
  type: 'wp.identity.account.changed.v1',
  summary: 'An account was made, or its name, password, second factors, admin roles or memberships changed',
  data: z.object({
    account: z.object({ id: IdString, email: z.string(), name: z.string().nullable() }),
    change: z.enum(['created', 'membership', 'password', 'factors', 'admin']),
  }),
})

const LoginSession = z.object({
  id: IdString,
  accountId: IdString,
  workspaceId: IdString.nullable(),
  at: Timestamp,
})

export const SessionStarted = defineEvent({
  type: 'wp.identity.session.started.v1',
  summary: 'Somebody logged in',
  data: z.object({ session: LoginSession }),
})

export const SessionEnded = defineEvent({
  type: 'wp.identity.session.ended.v1',
  summary: 'A login session ended: logged out, ended from elsewhere, or revoked',
  data: z.object({ session: LoginSession }),
})
