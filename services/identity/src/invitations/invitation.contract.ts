import { defineRoute, open, workspace } from '@wp/http'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { LoginReply } from '../login/login.contract.ts'

const tag = 'Invitations'

export const acceptInvitation = defineRoute({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/auth/invitations/accept',
  summary: 'Accept an invitation',
  description:
    "Logs you in, or asks for a second factor if one is enrolled. If the account's email address is not verified, a password is required, and the previous password, second factors and login sessions are removed.",
  tag,
  access: open(),
  body: z.object({ token: z.string().max(200), password: z.string().max(200).optional() }),
  replies: { 200: LoginReply },
  fails: [400, 422],
  rate: 'auth',
})

export const inviteStaff = defineRoute({
  id: 'inviteStaff',
  method: 'POST',
  path: '/workspace/:workspaceId/staff/:staffId/invite',
  summary: "Resend a staff member's invitation",
  description: 'The previous invitation stops working.',
  tag,
  access: workspace('staff.create', { subscription: 'ignored' }),
  replies: {
    200: z.object({ invitation: z.object({ staffId: IdString, email: z.string(), expiresAt: Timestamp }) }),
  },
  fails: [400, 401, 403, 404, 409],
})
