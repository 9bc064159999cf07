import { defineRoute, workspace } from '@wp/http'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { PhoneNumber } from '../accounts/phone-number.contract.ts'

export const Method = z
  .object({
    id: IdString,
    type: z.enum(['totp', 'phone', 'backup-codes']),
    hint: z.string().nullable(),
    isPrimary: z.boolean(),
    confirmedAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: 'MfaMethod' })
export type Method = z.output<typeof Method>

export const Code = z.string().max(40)
export const TotpSetup = z.object({
  methodId: IdString,
  secret: z.string(),
  otpauthUrl: z.string(),
  qrCode: z.string(),
})
export const TotpConfirmation = z.object({ methodId: IdString.optional(), code: Code })

const OneMethod = z.object({ method: Method })
const Codes = z.object({ codes: z.array(z.string()) })

const member = workspace('member', { subscription: 'ignored', callers: 'persons' })
const owner = workspace('owner', { subscription: 'ignored', callers: 'persons' })
const tag = 'Second factors'
const base = '/workspace/mfa'

export const setUpTotp = defineRoute({
  id: 'setUpTotp',
  method: 'POST',
  path: `${base}/totp/setup`,
  summary: 'Set up an authenticator app',
  description: 'Replaces a setup that was not confirmed yet.',
  tag,
  access: member,
  replies: { 200: TotpSetup },
  fails: [401, 403, 404],
  rate: 'auth',
})

export const confirmTotp = defineRoute({
  id: 'confirmTotp',
  method: 'POST',
  path: `${base}/totp/confirm`,
  summary: 'Confirm an authenticator app',
  description: 'Takes a code from the authenticator app. The reply includes backup codes if you have none.',
  tag,
  access: member,
  body: TotpConfirmation,
  replies: { 200: OneMethod.extend({ backupCodes: z.array(z.string()).optional() }) },
  fails: [400, 401, 403, 404, 422],
  rate: 'auth',
})

export const startPhone = defineRoute({
  id: 'startPhone',
  method: 'POST',
  path: `${base}/phone/start`,
  summary: 'Set up a phone',
  description: "Sends a code to the given phone number, or to the workspace's number if none is given.",
  tag,
  access: owner,
  body: z.object({ phone: PhoneNumber.optional() }).optional(),
  replies: { 200: z.object({ challengeId: IdString, expiresAt: Timestamp, hint: z.string() }) },
  fails: [400, 401, 403, 404, 422],
  rate: 'auth',
})

export const verifyPhone = defineRoute({
  id: 'verifyPhone',
  method: 'POST',
  path: `${base}/phone/verify`,
  summary: 'Confirm a phone',
  description: 'Takes the code that was sent to the phone.',
  tag,
  access: owner,
  body: z.object({ challengeId: IdString, code: Code }),
  replies: { 200: OneMethod },
  fails: [400, 401, 403, 404, 422],
  rate: 'auth',
})

export const listMethods = defineRoute({
  id: 'listMethods',
  method: 'GET',
  path: `${base}/methods`,
  summary: 'List your second factors',
  description: 'Sorted by confirmation time, oldest first.',
  tag,
  access: member,
  replies: { 200: z.object({ methods: z.array(Method) }) },
  fails: [401, 403, 404],
})

export const makeMethodPrimary = defineRoute({
  id: 'makeMethodPrimary',
  method: 'PATCH',
  path: `${base}/methods/:methodId/primary`,
  summary: 'Set the primary second factor',
  description: 'Login challenges mark this factor as primary.',
  tag,
  access: member,
  replies: { 200: OneMethod },
  fails: [400, 401, 403, 404, 422],
  rate: 'auth',
})

export const deleteMethod = defineRoute({
  id: 'deleteMethod',
  method: 'DELETE',
  path: `${base}/methods/:methodId`,
  summary: 'Delete a second factor',
  description: 'Backup codes are deleted with the last other factor.',
  tag,
  access: member,
  replies: { 204: null },
  fails: [400, 401, 403, 404],
  rate: 'auth',
})

export const generateBackupCodes = defineRoute({
  id: 'generateBackupCodes',
  method: 'POST',
  path: `${base}/backup-codes/generate`,
  summary: 'Generate backup codes',
  description: 'Returns ten codes, which are shown only once. Fails when you already have backup codes.',
  tag,
  access: member,
  replies: { 200: Codes },
  fails: [401, 403, 404, 409],
  rate: 'auth',
})

export const regenerateBackupCodes = defineRoute({
  id: 'regenerateBackupCodes',
  method: 'POST',
  path: `${base}/backup-codes/regenerate`,
  summary: 'Replace backup codes',
  description: 'Returns ten new codes. All previous codes stop working.',
  tag,
  access: member,
  replies: { 200: Codes },
  fails: [401, 403, 404],
  rate: 'auth',
})

export const countBackupCodes = defineRoute({
  id: 'countBackupCodes',
  method: 'GET',
  path: `${base}/backup-codes/count`,
  summary: 'Count your unused backup codes',
  tag,
  access: member,
  replies: { 200: z.object({ count: z.int() }) },
  fails: [401, 403, 404],
})
