import { admin, defineRoute } from '@wp/http'
import { z } from 'zod'
import { Method, TotpConfirmation, TotpSetup } from './mfa.contract.ts'

const tag = 'Second factors (admin)'
const base = '/admin/mfa'

export const setUpAdminTotp = defineRoute({
  id: 'setUpAdminTotp',
  method: 'POST',
  path: `${base}/totp/setup`,
  summary: 'Set up an authenticator app as an admin',
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
  summary: 'Confirm an authenticator app as an admin',
  description: 'Takes a code from the authenticator app. The app replaces one that was enrolled before.',
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
  summary: 'Get your second factors as an admin',
  tag,
  access: admin('any'),
  replies: { 200: z.object({ enabled: z.boolean(), methods: z.array(Method) }) },
  fails: [401, 403],
})
