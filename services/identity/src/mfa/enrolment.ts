import type { Principal } from '@wp/auth'
import { AppError, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { actorOf } from '../audit/audit.store.ts'
import { AccountChanged } from '../events.ts'
import type { Identity } from '../parts.ts'
import { backupCodeDigest, newBackupCodes } from './backup-codes.ts'
import { secretBinding } from './code-checker.ts'
import type { Factor, FactorType } from './factor.store.ts'
import { isRealFactor, phoneHint, wrongCode } from './mfa.rules.ts'
import { matchingStep, newTotpSecret, otpauthUrl } from './totp.ts'

type Parts = Pick<
  Identity,
  'db' | 'clock' | 'accounts' | 'factors' | 'sessions' | 'opener' | 'audit' | 'codes' | 'sealer' | 'digester'
>

/** Adding, changing and removing the second factors of an account. Every change ends its other login sessions. */
export const enrolmentDesk = (parts: Parts) => {
  const { db, clock, accounts, factors, sessions, opener, audit, codes, sealer, digester } = parts

  const record = (principal: Principal, action: string, targetId: Id) =>
    audit.record({ ...actorOf(principal), action, targetType: 'factor', targetId })

  /** In the transaction of the change. */
  const tell = async (principal: Principal, action: string, factorId: Id): Promise<void> => {
    const { accountId, sessionId } = principal
    await opener.endAll(accountId, { exceptSessionId: sessionId })
    const account = await accounts.get(accountId)
    const workspaceId = principal.kind === 'workspace' ? principal.workspaceId : null
    await db.transaction(async (tx) =>
      tx.publish(AccountChanged, { workspaceId, data: { account, change: 'factors' } }),
    )
    await record(principal, action, factorId)
  }

  /** Takes the place of an earlier one of its type, also as the primary method. */
  const makeRoom = async (accountId: Id, type: FactorType): Promise<{ isPrimary: boolean }> => {
    const earlier = await factors.removeOf(accountId, type)
    const others = await factors.listConfirmed(accountId)
    return { isPrimary: earlier?.isPrimary || !others.some((one) => one.isPrimary) }
  }

  const writeCodes = async (accountId: Id): Promise<{ codes: string[]; factor: Factor }> => {
    const fresh = newBackupCodes()
    await factors.removeOf(accountId, 'backup-codes')
    const factor = await factors.insertConfirmed({
      accountId,
      type: 'backup-codes',
      isPrimary: false,
      codes: fresh.map((code) => backupCodeDigest(digester, accountId, code)),
    })
    return { codes: fresh, factor }
  }

  const countCodes = async (accountId: Id): Promise<number> =>
    (await factors.findConfirmed(accountId, 'backup-codes'))?.codes.length ?? 0

  return {
    countCodes,

    setUpTotp: async (accountId: Id) => {
      const secret = newTotpSecret()
      const { email } = await accounts.get(accountId)
      const sealed = sealer.seal(secret, secretBinding({ accountId, type: 'totp' }))
      const factor = await db.transaction(() => factors.beginSetup(accountId, sealed, 'Authenticator app'))
      return { methodId: factor.id, secret, otpauthUrl: otpauthUrl(secret, email) }
    },

    /** With the first factor of a workspace's member come backup codes. */
    confirmTotp: async (principal: Principal, code: string, methodId: Id | undefined) => {
      const { accountId } = principal
      const pending = await factors.trySetup(accountId, methodId)
      if (!pending) throw (await factors.hasSetup(accountId, methodId)) ? wrongCode() : notFound('Set-up')
      const step = matchingStep(await codes.secretOf(pending), code, clock.now())
      if (step === null) throw wrongCode()
      return db.transaction(async () => {
        const { isPrimary } = await makeRoom(accountId, 'totp')
        const factor = await factors.confirmSetup(pending.id, step, isPrimary)
        if (!factor) throw wrongCode()
        await sessions.reauthenticate(principal.sessionId, clock.now())
        await tell(principal, 'factor.enrolled', factor.id)
        const needsCodes = principal.kind === 'workspace' && (await countCodes(accountId)) === 0
        return { factor, ...(needsCodes && { backupCodes: (await writeCodes(accountId)).codes }) }
      })
    },

    /** In the transaction that closes the challenge of the phone. */
    enrolPhone: async (principal: Principal, phone: string): Promise<Factor> => {
      const { accountId } = principal
      const { isPrimary } = await makeRoom(accountId, 'phone')
      const sealed = sealer.seal(phone, secretBinding({ accountId, type: 'phone' }))
      const factor = await factors.insertConfirmed({
        accountId,
        type: 'phone',
        isPrimary,
        sealed,
        hint: phoneHint(phone),
      })
      await sessions.reauthenticate(principal.sessionId, clock.now())
      await tell(principal, 'factor.enrolled', factor.id)
      return factor
    },

    makePrimary: (principal: Principal, methodId: Id): Promise<Factor> =>
      db.transaction(async () => {
        const factor = await factors.get(principal.accountId, methodId)
        if (!isRealFactor(factor))
          throw new AppError('VALIDATION_FAILED', 'Backup codes cannot be the primary method')
        if (factor.isPrimary) return factor
        const all = await factors.listConfirmed(principal.accountId)
        for (const one of all) if (one.isPrimary) await factors.setPrimary(one.id, false)
        const primary = await factors.setPrimary(methodId, true)
        if (!primary) throw notFound('Method')
        await tell(principal, 'factor.primary', methodId)
        return primary
      }),

    remove: (principal: Principal, methodId: Id): Promise<void> =>
      db.transaction(async () => {
        const factor = await factors.get(principal.accountId, methodId)
        await factors.remove(factor.id)
        const left = await factors.listConfirmed(principal.accountId)
        const next = left.find(isRealFactor)
        if (!next) for (const orphan of left) await factors.remove(orphan.id)
        else if (factor.isPrimary) await factors.setPrimary(next.id, true)
        await tell(principal, 'factor.removed', methodId)
      }),

    generateCodes: (principal: Principal): Promise<string[]> =>
      db.transaction(async () => {
        if ((await countCodes(principal.accountId)) > 0)
          throw new AppError('CONFLICT', 'There are backup codes already: regenerate them to get new ones')
        const made = await writeCodes(principal.accountId)
        await record(principal, 'backup-codes.generated', made.factor.id)
        return made.codes
      }),

    regenerateCodes: (principal: Principal): Promise<string[]> =>
      db.transaction(async () => {
        const made = await writeCodes(principal.accountId)
        await tell(principal, 'backup-codes.regenerated', made.factor.id)
        return made.codes
      }),
  }
}
export type EnrolmentDesk = ReturnType<typeof enrolmentDesk>
