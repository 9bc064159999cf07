import { randomInt } from 'node:crypto'
import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Identity } from '../parts.ts'
import type { StoredChallenge } from './challenge.store.ts'
import { phoneHint } from './mfa.rules.ts'

type Parts = Pick<Identity, 'db' | 'challenges' | 'mailbox' | 'limits' | 'sealer' | 'codes'>

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

const bindingOf = (challengeId: Id) => `challenge/${challengeId}`

/** Six-digit codes by SMS. Only their digests are kept. */
export const phoneCodes = ({ db, challenges, mailbox, limits, sealer, codes }: Parts) => {
  const send = (phone: string, code: string, workspaceId: Id | null) =>
    mailbox.queue({
      channel: 'sms',
      to: phone,
      workspaceId,
      text: `${code} is your code. It is good for 5 minutes. Nobody from us will ever ask for it.`,
      code,
    })

  return {
    /** Sends a code to a number that is to be enrolled; RATE_LIMITED when that happens too often. */
    startEnrolment: async (accountId: Id, workspaceId: Id, phone: string): Promise<StoredChallenge> => {
      await limits.countPhoneStart(accountId)
      await limits.countSms(accountId, phone)
      const [id, code] = [newId(), newCode()]
      return db.transaction(async () => {
        const challenge = await challenges.insert({
          id,
          accountId,
          purpose: 'enrol-phone',
          workspaceId,
          sealedPhone: sealer.seal(phone, bindingOf(id)),
          codeDigest: codes.phoneCodeDigest(id, code),
        })
        await send(phone, code, workspaceId)
        return challenge
      })
    },

    /** The number that the challenge was sent to, whatever was asked for since. */
    phoneOf: ({ id, sealedPhone }: StoredChallenge): string => sealer.open(sealedPhone!, bindingOf(id)).text,

    /** Sends a new code for a login; null when no other may be sent now. */
    sendForLogin: async (challenge: StoredChallenge, factorId: Id, phone: string) => {
      const code = newCode()
      const digest = codes.phoneCodeDigest(challenge.id, code)
      const places = await limits.countSms(challenge.accountId, phone)
      const sent = await db.transaction(async () => {
        const updated = await challenges.resend(challenge.id, digest, factorId)
        if (updated) await send(phone, code, challenge.workspaceId)
        return updated
      })
      if (!sent) await places.giveBack()
      return sent && { challenge: sent, hint: phoneHint(phone) }
    },
  }
}
export type PhoneCodes = ReturnType<typeof phoneCodes>
