import type { Principal } from '@wp/auth'
import { AppError, newSecretId, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { newBackupCodes, toBackupCodeDigest } from '../crypto/backup-codes.ts'
import { findStep, newTotpSecret, toOtpauthUrl } from '../crypto/totp.ts'
import type { IdentityDeps } from '../deps.ts'
import { endLoginSessions } from '../login-sessions/login-session.actions.ts'
import { countPhoneStart, countSms, reserveCode } from '../throttling/login-limit.actions.ts'
import { publishWorkspaceChanged } from '../workspaces/workspace.events.ts'
import type { StoredChallenge } from './challenge.store.ts'
import type { Factor } from './factor.store.ts'
import { isSentCode, newPhoneCode, openSecret, sendPhoneCode, toPhoneCodeDigest } from './mfa-code.actions.ts'
import { isStandaloneFactor, phoneHint, secretBinding, invalidCode } from './mfa.rules.ts'
import type { FactorType } from './mfa.rules.ts'

// Every change to the confirmed second factors ends the account's other login sessions, except generating backup
// codes when none are left.

export const setUpTotp = async ({ db, accounts, factors, sealer }: IdentityDeps, accountId: Id) => {
  const secret = newTotpSecret()
  const { email } = await accounts.get(accountId)
  const sealed = sealer.seal(secret, secretBinding({ accountId, type: 'totp' }))
  const factor = await db.transaction(() => factors.replaceSetup(accountId, sealed, 'Authenticator app'))
  return { methodId: factor.id, secret, otpauthUrl: toOtpauthUrl(secret, email) }
}

/** Enrolls the authenticator app; returns backup codes for a workspace member who has none. */
export const confirmTotp = async (
  deps: IdentityDeps,
  principal: Principal,
  { code, methodId }: { code: string; methodId?: Id | undefined },
): Promise<{ factor: Factor; backupCodes?: string[] }> => {
  const { accountId } = principal
  const setup = await deps.factors.attemptSetupIf(accountId, methodId)
  if (!setup) throw (await deps.factors.hasSetup(accountId, methodId)) ? invalidCode() : notFound('Setup')
  const step = findStep(await openSecret(deps, setup), code, deps.clock.now())
  if (step === null) throw invalidCode()
  return deps.db.transaction(async (tx) => {
    const isPrimary = await removePrevious(deps, accountId, 'totp')
    const factor = await deps.factors.confirmSetupIf(setup.id, step, isPrimary)
    if (!factor) throw invalidCode()
    await deps.loginSessions.reauthenticate(principal.sessionId, deps.clock.now())
    await completeChange(deps, tx, principal, 'factor.enrolled', factor.id)
    const needsCodes = principal.kind === 'workspace' && (await countBackupCodes(deps, accountId)) === 0
    return { factor, ...(needsCodes && { backupCodes: (await replaceBackupCodes(deps, accountId)).codes }) }
  })
}

/** Sends a code to the phone that is being enrolled. Throws RATE_LIMITED after too many codes. */
export const startPhone = async (
  deps: IdentityDeps,
  { accountId, workspaceId, phone, ip }: { accountId: Id; workspaceId: Id; phone: string; ip: string },
) => {
  await countPhoneStart(deps, accountId)
  await countSms(deps, { accountId, phone, ip })
  const [id, code] = [newSecretId(), newPhoneCode()]
  return deps.db.transaction(async () => {
    const challenge = await deps.challenges.insert({
      id,
      accountId,
      purpose: 'enrol-phone',
      workspaceId,
      sealedPhone: deps.sealer.seal(phone, challengeBinding(id)),
      codeDigest: toPhoneCodeDigest(deps, id, code),
    })
    await sendPhoneCode(deps, phone, code, workspaceId)
    return challenge
  })
}

/** Enrolls the phone that the code was sent to. */
export const verifyPhone = async (
  deps: IdentityDeps,
  principal: Principal,
  workspaceId: Id,
  { challengeId, code }: { challengeId: Id; code: string },
): Promise<Factor> => {
  const { accountId } = principal
  const challenge = await deps.challenges.attemptIf(challengeId, 'enrol-phone', accountId)
  if (!challenge) throw invalidCode()
  const reservation = await reserveCode(deps, accountId)
  if (!(await reservation.run(async () => isSentCode(deps, challenge, null, code)))) throw invalidCode()
  const phone = openPhone(deps, challenge)
  return deps.db.transaction(async (tx) => {
    if (!(await deps.challenges.closeIf(challenge.id))) throw invalidCode()
    const workspace = await deps.workspaces.markPhoneVerifiedIf(workspaceId, phone)
    if (workspace) publishWorkspaceChanged(tx, workspace)
    return insertPhone(deps, tx, principal, phone)
  })
}

export const makeMethodPrimary = (deps: IdentityDeps, principal: Principal, methodId: Id): Promise<Factor> =>
  deps.db.transaction(async (tx) => {
    const { accountId, sessionId } = principal
    await deps.loginSessions.requireActive(sessionId)
    const factor = await deps.factors.get(accountId, methodId)
    if (!isStandaloneFactor(factor))
      throw new AppError(
        'VALIDATION_FAILED',
        'Backup codes cannot be the primary method; choose an authenticator app or a phone',
      )
    if (factor.isPrimary) return factor
    for (const other of await deps.factors.listConfirmed(accountId))
      if (other.isPrimary) await deps.factors.setPrimary(other.id, false)
    const primary = await deps.factors.setPrimary(methodId, true)
    await completeChange(deps, tx, principal, 'factor.primary', methodId)
    return primary
  })

/** Makes another method primary if needed. Backup codes are removed with the last other method. */
export const deleteMethod = (deps: IdentityDeps, principal: Principal, methodId: Id): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const factor = await deps.factors.get(principal.accountId, methodId)
    await deps.factors.remove(factor.id)
    const remaining = await deps.factors.listConfirmed(principal.accountId)
    const next = remaining.find(isStandaloneFactor)
    if (!next) for (const { id } of remaining) await deps.factors.remove(id)
    else if (factor.isPrimary) await deps.factors.setPrimary(next.id, true)
    await completeChange(deps, tx, principal, 'factor.removed', methodId)
  })

export const generateBackupCodes = (deps: IdentityDeps, principal: Principal): Promise<string[]> =>
  deps.db.transaction(async () => {
    await deps.loginSessions.requireActive(principal.sessionId)
    if ((await countBackupCodes(deps, principal.accountId)) > 0)
      throw new AppError('CONFLICT', 'Backup codes already exist; regenerate them to get new ones')
    const { codes, factor } = await replaceBackupCodes(deps, principal.accountId)
    await deps.audit.recordBy(principal, 'backup-codes.generated', 'factor', factor.id)
    return codes
  })

export const regenerateBackupCodes = (deps: IdentityDeps, principal: Principal): Promise<string[]> =>
  deps.db.transaction(async (tx) => {
    const { codes, factor } = await replaceBackupCodes(deps, principal.accountId)
    await completeChange(deps, tx, principal, 'backup-codes.regenerated', factor.id)
    return codes
  })

export const countBackupCodes = async ({ factors }: IdentityDeps, accountId: Id): Promise<number> =>
  (await factors.findConfirmed(accountId, 'backup-codes'))?.codes.length ?? 0

const insertPhone = async (
  deps: IdentityDeps,
  tx: Tx,
  principal: Principal,
  phone: string,
): Promise<Factor> => {
  const { accountId } = principal
  const factor = await deps.factors.insertConfirmed({
    accountId,
    type: 'phone',
    isPrimary: await removePrevious(deps, accountId, 'phone'),
    sealed: deps.sealer.seal(phone, secretBinding({ accountId, type: 'phone' })),
    hint: phoneHint(phone),
  })
  await deps.loginSessions.reauthenticate(principal.sessionId, deps.clock.now())
  await completeChange(deps, tx, principal, 'factor.enrolled', factor.id)
  return factor
}

/** Removes the previous factor of this type. Returns whether the new one becomes the primary method. */
const removePrevious = async (
  { factors }: IdentityDeps,
  accountId: Id,
  type: FactorType,
): Promise<boolean> => {
  const previous = await factors.removeTypeIf(accountId, type)
  const others = await factors.listConfirmed(accountId)
  return previous?.isPrimary || !others.some(({ isPrimary }) => isPrimary)
}

const replaceBackupCodes = async (
  { factors, digester }: IdentityDeps,
  accountId: Id,
): Promise<{ codes: string[]; factor: Factor }> => {
  const codes = newBackupCodes()
  await factors.removeTypeIf(accountId, 'backup-codes')
  const factor = await factors.insertConfirmed({
    accountId,
    type: 'backup-codes',
    isPrimary: false,
    codes: codes.map((code) => toBackupCodeDigest(digester, accountId, code)),
  })
  return { codes, factor }
}

const completeChange = async (
  deps: IdentityDeps,
  tx: Tx,
  principal: Principal,
  action: string,
  factorId: Id,
): Promise<void> => {
  const { accountId, sessionId } = principal
  await deps.loginSessions.requireActive(sessionId)
  await endLoginSessions(deps, tx, accountId, { exceptSessionId: sessionId })
  await deps.audit.recordBy(principal, action, 'factor', factorId)
}

const openPhone = ({ sealer }: IdentityDeps, { id, sealedPhone }: StoredChallenge): string =>
  sealer.open(sealedPhone!, challengeBinding(id)).text

const challengeBinding = (challengeId: Id) => `challenge/${challengeId}`
