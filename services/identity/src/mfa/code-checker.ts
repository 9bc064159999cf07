import type { Clock, Id } from '@wp/kernel'
import type { Digester, Sealer } from '../keys/sealing.ts'
import { backupCodeDigest, readBackupCode } from './backup-codes.ts'
import type { StoredChallenge } from './challenge.store.ts'
import type { Factor, FactorStore } from './factor.store.ts'
import { matchingStep } from './totp.ts'

type Parts = { factors: FactorStore; sealer: Sealer; digester: Digester; clock: Clock }

type Asked = { methodId?: Id | undefined; challenge?: StoredChallenge }

export const secretBinding = ({ accountId, type }: Pick<Factor, 'accountId' | 'type'>) =>
  `${type}/${accountId}`

/** Looks at codes, and uses up those that are right, each once. */
export const codeChecker = ({ factors, sealer, digester, clock }: Parts) => {
  /** A secret under an older key is stored under the current one when it is next used. */
  const secretOf = async (factor: Factor): Promise<string> => {
    const binding = secretBinding(factor)
    const { text, isCurrent } = sealer.open(factor.sealed!, binding)
    if (!isCurrent) await factors.reseal(factor.id, factor.sealed!, sealer.seal(text, binding))
    return text
  }

  const phoneCodeDigest = (challengeId: Id, code: string) => digester.digest('phone-code', challengeId, code)

  /** Whether the code is the one that was sent last for this challenge (and, at login, to this phone). */
  const isSentCode = (challenge: StoredChallenge, factorId: Id | null, code: string): boolean =>
    challenge.codeFactorId === factorId && challenge.codeDigest === phoneCodeDigest(challenge.id, code)

  const use = async (factor: Factor, code: string, challenge?: StoredChallenge): Promise<Factor | null> => {
    switch (factor.type) {
      case 'totp': {
        const step = matchingStep(await secretOf(factor), code, clock.now())
        return step === null ? null : factors.useStep(factor.id, step)
      }
      case 'phone':
        return challenge && isSentCode(challenge, factor.id, code) ? factors.markUsed(factor.id) : null
      case 'backup-codes': {
        const read = readBackupCode(code)
        return read === null
          ? null
          : factors.useCode(factor.id, backupCodeDigest(digester, factor.accountId, read))
      }
    }
  }

  return {
    secretOf,
    phoneCodeDigest,
    isSentCode,

    /**
     * The method whose code this is, used up; null when it is none's. In the caller's transaction: a code sent by phone is
     * used up by closing its challenge there.
     */
    useAny: async (accountId: Id, code: string, { methodId, challenge }: Asked): Promise<Factor | null> => {
      const enrolled = await factors.listConfirmed(accountId)
      for (const factor of enrolled) {
        if (methodId !== undefined && factor.id !== methodId) continue
        const used = await use(factor, code, challenge)
        if (used) return used
      }
      return null
    },
  }
}
export type CodeChecker = ReturnType<typeof codeChecker>
