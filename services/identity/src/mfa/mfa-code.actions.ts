import { randomInt } from 'node:crypto'
import type { Id } from '@wp/kernel'
import { parseBackupCode, toBackupCodeDigest } from '../crypto/backup-codes.ts'
import { findStep } from '../crypto/totp.ts'
import type { IdentityDeps } from '../deps.ts'
import { queueMessage } from '../messages/message.actions.ts'
import type { StoredChallenge } from './challenge.store.ts'
import type { Factor } from './factor.store.ts'
import { secretBinding } from './mfa.rules.ts'

/**
 * Uses a code and returns its method, or null when the code is invalid. For a phone code, call it in the transaction
 * that closes the challenge.
 */
export const useCode = async (
  deps: IdentityDeps,
  accountId: Id,
  code: string,
  { methodId, challenge }: { methodId?: Id | undefined; challenge?: StoredChallenge } = {},
): Promise<Factor | null> => {
  for (const factor of await deps.factors.listConfirmed(accountId)) {
    if (methodId !== undefined && factor.id !== methodId) continue
    const used = await useFactorCode(deps, factor, code, challenge)
    if (used) return used
  }
  return null
}

/**
 * Returns whether this is the last code sent for the challenge. At login, the code must also have been sent to this
 * phone.
 */
export const isSentCode = (
  deps: IdentityDeps,
  challenge: StoredChallenge,
  factorId: Id | null,
  code: string,
): boolean =>
  challenge.codeFactorId === factorId && challenge.codeDigest === toPhoneCodeDigest(deps, challenge.id, code)

/** Opens a secret and re-encrypts it when it is sealed with an older key. */
export const openSecret = async ({ factors, sealer }: IdentityDeps, factor: Factor): Promise<string> => {
  const binding = secretBinding(factor)
  const { text, isCurrent } = sealer.open(factor.sealed!, binding)
  if (!isCurrent) await factors.resealIf(factor.id, factor.sealed!, sealer.seal(text, binding))
  return text
}

/** Returns six random digits to send by SMS. */
export const newPhoneCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

export const toPhoneCodeDigest = ({ digester }: IdentityDeps, challengeId: Id, code: string): string =>
  digester.digest('phone-code', challengeId, code)

export const sendPhoneCode = (deps: IdentityDeps, phone: string, code: string, workspaceId: Id | null) =>
  queueMessage(deps, {
    channel: 'sms',
    to: phone,
    workspaceId,
    text: `${code} is your Workspace Platform code. It expires in 5 minutes. Do not share it. If you did not request it, change your password.`,
    code,
  })

const useFactorCode = async (
  deps: IdentityDeps,
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
