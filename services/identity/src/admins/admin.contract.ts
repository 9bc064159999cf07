import { adminRoles } from '@wp/auth'
import { admin, defineRoute } from '@wp/http'
import { EmailAddress, pageQuery, Pagination } from '@wp/kernel'
import { z } from 'zod'
import { AdminPassword } from '../passwords/password.contract.ts'
import { Admin } from './bootstrap.contract.ts'

const Roles = z
  .array(z.enum(adminRoles))
  .max(adminRoles.length)
  .transform((roles) => [...new Set(roles)])

const OneAdmin = z.object({ admin: Admin })
const path = '/admin/admins'
const tag = 'Admins'

export const listAdmins = defineRoute({
  id: 'listAdmins',
  method: 'GET',
  path,
  summary: 'Admins of the platform, newest first',
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
  summary: 'Add an admin',
  tag,
  access: admin('super-admin'),
  body: z.object({
    email: EmailAddress,
    password: AdminPassword,
    roles: Roles.refine((roles) => roles.length > 0, { error: 'must name at least one role' }),
  }),
  replies: { 201: OneAdmin },
  fails: [400, 401, 403, 409, 422],
})

export const updateAdmin = defineRoute({
  id: 'updateAdmin',
  method: 'PATCH',
  path: `${path}/:adminId`,
  summary: 'Change the roles of an admin, or give a new password; without a role they are no admin any more',
  tag,
  access: admin('super-admin'),
  body: z.object({ roles: Roles, password: AdminPassword }).partial(),
  replies: { 200: OneAdmin },
  fails: [400, 401, 403, 404, 409, 422],
})
