import { randomInt } from 'node:crypto'
import type { Id } from '@wp/kernel'
import { parseBackupCode, toBackupCodeDigest } from '../crypto/backup-codes.ts'
import { findStep } from '../crypto/totp.ts'
import type { IdentityDeps } from '../deps.ts'
import { queueMessage } from '../messages/message.actions.ts'
import type { StoredChallenge } from './challenge.store.ts'
import type { Factor } from './factor.store.ts'
import { secretBinding } from './mfa.rules.ts'

export type UseCodeDeps = Pick<IdentityDeps, 'factors' | 'sealer' | 'digester' | 'clock'>
export type SendCodeDeps = Pick<IdentityDeps, 'messages' | 'sealer' | 'clock'>

/**
 * The method whose code this is, used up; null when it is none's. In the caller's transaction: a code sent by phone is
 * used up by closing its challenge there.
 */
export const useCode = async (
  deps: UseCodeDeps,
  accountId: Id,
  code: string,
  { methodId, challenge }: { methodId?: Id | undefined; challenge?: StoredChallenge } = {},
): Promise<Factor | null> => {
  for (const factor of await deps.factors.listConfirmed(accountId)) {
    if (methodId !== undefined && factor.id !== methodId) continue
    const used = await useCodeOf(deps, factor, code, challenge)
    if (used) return used
  }
  return null
}

/** Whether the code is the one that was sent last for this challenge (and, at login, to this phone). */
export const isSentCode = (
  deps: Pick<IdentityDeps, 'digester'>,
  challenge: StoredChallenge,
  factorId: Id | null,
  code: string,
): boolean =>
  challenge.codeFactorId === factorId && challenge.codeDigest === toPhoneCodeDigest(deps, challenge.id, code)

/** A secret under an older key is stored under the current one when it is next used. */
export const openSecret = async (
  { factors, sealer }: Pick<UseCodeDeps, 'factors' | 'sealer'>,
  factor: Factor,
): Promise<string> => {
  const binding = secretBinding(factor)
  const { text, isCurrent } = sealer.open(factor.sealed!, binding)
  if (!isCurrent) await factors.resealIf(factor.id, factor.sealed!, sealer.seal(text, binding))
  return text
}

/** Six digits for an SMS; only their digest is kept. */
export const newPhoneCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

export const toPhoneCodeDigest = (
  { digester }: Pick<IdentityDeps, 'digester'>,
  challengeId: Id,
  code: string,
): string => digester.digest('phone-code', challengeId, code)

export const sendPhoneCode = (deps: SendCodeDeps, phone: string, code: string, workspaceId: Id | null) =>
  queueMessage(deps, {
    channel: 'sms',
    to: phone,
    workspaceId,
    text: `${code} is your code. It is good for 5 minutes. Nobody from us will ever ask for it.`,
    code,
  })

const useCodeOf = async (
  deps: UseCodeDeps,
  factor: Factor,
  code: string,
  challenge?: StoredChallenge,
): Promise<Factor | null> => {
  const { factors, digester, clock } = deps
  switch (factor.type) {
    case 'totp': {
      const step = findStep(await openSecret(deps, factor), code, clock.now())
      return step === null ? null : factors.useStepIf(factor.id, step)
    }
    case 'phone':
      return challenge && isSentCode(deps, challenge, factor.id, code) ? factors.markUsedIf(factor.id) : null
    case 'backup-codes': {
      const parsed = parseBackupCode(code)
      return parsed === null
        ? null
        : factors.useBackupCodeIf(factor.id, toBackupCodeDigest(digester, factor.accountId, parsed))
    }
  }
}
