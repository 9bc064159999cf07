import { adminRoles } from '@wp/auth'
import { defineRoute, open } from '@wp/http'
import { EmailAddress, IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { AdminPassword } from '../passwords/password.contract.ts'

export const Admin = z
  .object({ id: IdString, email: z.string(), roles: z.array(z.enum(adminRoles)), createdAt: Timestamp })
  .meta({ id: 'Admin' })

export const bootstrapAdmin = defineRoute({
  id: 'bootstrapAdmin',
  method: 'POST',
  path: '/auth/admin/bootstrap',
  summary: 'Make the first admin, once in the life of an installation',
  tag: 'Admins',
  access: open({ header: { name: 'x-bootstrap-token', error: 'BOOTSTRAP_TOKEN_INVALID' } }),
  body: z.object({
    email: EmailAddress,
    password: AdminPassword,
    roles: z
      .array(z.enum(['super-admin', 'admin']))
      .min(1)
      .default(['super-admin']),
  }),
  replies: { 201: z.object({ admin: Admin }) },
  fails: [400, 403, 409, 422],
  idempotency: 'none',
  rate: 'auth',
})
