import { admin, defineRoute } from '@wp/http'
import { z } from 'zod'
import { Method, TotpConfirmation, TotpSetup } from './mfa.contract.ts'

const tag = 'Second factors (admin)'
const base = '/admin/mfa'

export const setUpAdminTotp = defineRoute({
  id: 'setUpAdminTotp',
  method: 'POST',
  path: `${base}/totp/setup`,
  summary: 'Begin to enrol an authenticator app as an admin',
  tag,
  access: admin('any'),
  replies: { 200: TotpSetup },
  fails: [401, 403],
  rate: 'auth',
})

export const confirmAdminTotp = defineRoute({
  id: 'confirmAdminTotp',
  method: 'POST',
  path: `${base}/totp/confirm`,
  summary: 'Enrol the authenticator app by its first code; it takes the place of an earlier one',
  tag,
  access: admin('any'),
  body: TotpConfirmation,
  replies: { 200: z.object({ method: Method }) },
  fails: [400, 401, 403, 404, 422],
  rate: 'auth',
})

export const getAdminMfaStatus = defineRoute({
  id: 'getAdminMfaStatus',
  method: 'GET',
  path: `${base}/status`,
  summary: 'Whether I am asked for a second factor, and which I have',
  tag,
  access: admin('any'),
  replies: { 200: z.object({ enabled: z.boolean(), methods: z.array(Method) }) },
  fails: [401, 403],
})
