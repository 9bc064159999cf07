import { defineRoute, open, workspace } from '@wp/http'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { LoginReply } from '../login/login.contract.ts'

const tag = 'Invitations'

export const acceptInvitation = defineRoute({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/auth/invitations/accept',
  summary: 'Accept an invitation and log in; an account whose email is not verified chooses a password',
  description:
    'Whoever had signed up with the address before keeps nothing: password, second factors and login sessions end.',
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
  summary: 'Send the invitation of a staff member again; the earlier one stops working',
  tag,
  access: workspace('staff.create', { subscription: 'ignored' }),
  replies: {
    200: z.object({ invitation: z.object({ staffId: IdString, email: z.string(), expiresAt: Timestamp }) }),
  },
  fails: [400, 401, 403, 404, 409],
})
