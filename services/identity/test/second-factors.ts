import { visitorApi } from '@wp/testing'
import type { Api } from '@wp/testing'
import { Secret, TOTP } from 'otpauth'
import * as contract from '../src/contract.ts'

type Own = Api<typeof contract>

/** Returns the authenticator app's code for the current time step, or for the step `stepsAway` from it. */
export const totpCode = (secret: string, stepsAway = 0, now = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + stepsAway * 30_000 })

/** Returns a code that is not valid now or in the adjacent steps. */
export const wrongTotpCode = (secret: string, now = Date.now()): string => {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => totpCode(secret, steps, now)))
  return Array.from({ length: 6 }, (_, index) => `${index}`.repeat(6)).find((code) => !near.has(code))!
}

/** Enrolls an authenticator app with its current code, so that the next code is still unused. */
export const enrolTotp = async (api: Own, now = Date.now()) => {
  const { body: setup } = await api.setUpTotp()
  const { body } = await api.confirmTotp({ code: totpCode(setup.secret, 0, now), methodId: setup.methodId })
  return { secret: setup.secret, methodId: setup.methodId, backupCodes: body.backupCodes ?? [] }
}

/** Logs in with the password and returns the second-factor challenge. */
export const newChallenge = async (person: { email: string; password: string }) => {
  const { body } = await visitorApi(contract).login({ email: person.email, password: person.password })
  if (!('challenge' in body))
    throw new Error(`The login did not require a second factor: ${JSON.stringify(body)}`)
  return body.challenge
}

export const countStatuses = async (
  replies: Promise<{ status: number }>[],
): Promise<Record<number, number>> => {
  const counted: Record<number, number> = {}
  for (const { status } of await Promise.all(replies)) counted[status] = (counted[status] ?? 0) + 1
  return counted
}
