import { adminRoles } from '@wp/auth'
import { admin, defineRoute, open } from '@wp/http'
import { EmailAddress, IdString, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { AdminPassword } from '../passwords/password.contract.ts'

const Admin = z
  .object({ id: IdString, email: z.string(), roles: z.array(z.enum(adminRoles)), createdAt: Timestamp })
  .meta({ id: 'Admin' })

const Roles = z
  .array(z.enum(adminRoles))
  .max(adminRoles.length)
  .transform((roles) => [...new Set(roles)])

const NewAdmin = z.object({
  email: EmailAddress,
  password: AdminPassword,
  roles: Roles.refine((roles) => roles.length > 0, { error: 'must contain at least one role' }),
})
export type NewAdmin = z.output<typeof NewAdmin>

const AdminChanges = z.object({ roles: Roles, password: AdminPassword }).partial()
export type AdminChanges = z.output<typeof AdminChanges>

const OneAdmin = z.object({ admin: Admin })
const path = '/admin/admins'
const tag = 'Admins'

const FirstAdmin = z.object({
  email: EmailAddress,
  password: AdminPassword,
  roles: z
    .array(z.enum(['super-admin', 'admin']))
    .min(1)
    .default(['super-admin']),
})

export const bootstrapAdmin = defineRoute({
  id: 'bootstrapAdmin',
  method: 'POST',
  path: '/auth/admin/bootstrap',
  summary: 'Create the first admin',
  description: 'Works once per installation and requires the bootstrap token.',
  tag,
  access: open({ header: { name: 'x-bootstrap-token', error: 'BOOTSTRAP_TOKEN_INVALID' } }),
  body: FirstAdmin,
  replies: { 201: OneAdmin },
  fails: [400, 403, 409, 422],
  idempotency: 'sealed', // the body contains a password
  rate: 'auth',
})

export const listAdmins = defineRoute({
  id: 'listAdmins',
  method: 'GET',
  path,
  summary: 'List admins',
  description: 'Sorted by creation time, newest first.',
  tag,
  access: admin('super-admin'),
  query: pageQuery,
  replies: { 200: z.object({ admins: z.array(Admin), pagination: Pagination }) },
  fails: [400, 401, 403],
})

export const createAdmin = defineRoute({
  id: 'createAdmin',
  method: 'POST',
  path,
  summary: 'Create an admin',
  description:
    'The email can belong to a former admin, but not to an admin or a member of a workspace. The password replaces the previous one.',
  tag,
  access: admin('super-admin'),
  body: NewAdmin,
  idempotency: 'sealed', // the body contains a password
  replies: { 201: OneAdmin },
  fails: [400, 401, 403, 409, 422],
})

export const updateAdmin = defineRoute({
  id: 'updateAdmin',
  method: 'PATCH',
  path: `${path}/:adminId`,
  summary: 'Update an admin',
  description:
    "Changes the roles, the password or both. A new password ends the admin's login sessions. An admin who loses all roles is no longer an admin. You cannot set your own password here.",
  tag,
  access: admin('super-admin'),
  body: AdminChanges,
  replies: { 200: OneAdmin },
  fails: [400, 401, 403, 404, 409, 422],
})
