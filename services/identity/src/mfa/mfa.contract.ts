import { defineRoute, workspace } from '@wp/http'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { PhoneNumber } from '../accounts/phone-number.rules.ts'

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

const member = workspace('member', { subscription: 'ignored' })
const owner = workspace('owner', { subscription: 'ignored' })
const tag = 'Second factors'
const base = '/workspace/mfa'

export const setUpTotp = defineRoute({
  id: 'setUpTotp',
  method: 'POST',
  path: `${base}/totp/setup`,
  summary: 'Begin to enrol an authenticator app; replaces a set-up that was not confirmed',
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
  summary: 'Enrol the authenticator app by its first code; with the first factor come backup codes',
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
  summary: 'Send a code to the phone to enrol: the given one, or that of the workspace',
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
  summary: 'Enrol the phone by the code that was sent to it',
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
  summary: 'My second factors, oldest first',
  tag,
  access: member,
  replies: { 200: z.object({ methods: z.array(Method) }) },
  fails: [401, 403, 404],
})

export const makeMethodPrimary = defineRoute({
  id: 'makeMethodPrimary',
  method: 'PATCH',
  path: `${base}/methods/:methodId/primary`,
  summary: 'Make a method the one that is asked for first',
  tag,
  access: member,
  replies: { 200: OneMethod },
  fails: [400, 401, 403, 404, 422],
})

export const deleteMethod = defineRoute({
  id: 'deleteMethod',
  method: 'DELETE',
  path: `${base}/methods/:methodId`,
  summary: 'Remove a method; backup codes go with the last one',
  tag,
  access: member,
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})

export const generateBackupCodes = defineRoute({
  id: 'generateBackupCodes',
  method: 'POST',
  path: `${base}/backup-codes/generate`,
  summary: 'Ten backup codes, shown once; refused when there are some',
  tag,
  access: member,
  replies: { 200: Codes },
  fails: [401, 403, 404, 409],
})

export const regenerateBackupCodes = defineRoute({
  id: 'regenerateBackupCodes',
  method: 'POST',
  path: `${base}/backup-codes/regenerate`,
  summary: 'Ten new backup codes in place of all earlier ones',
  tag,
  access: member,
  replies: { 200: Codes },
  fails: [401, 403, 404],
})

export const countBackupCodes = defineRoute({
  id: 'countBackupCodes',
  method: 'GET',
  path: `${base}/backup-codes/count`,
  summary: 'How many backup codes are left',
  tag,
  access: member,
  replies: { 200: z.object({ count: z.int() }) },
  fails: [401, 403, 404],
})
