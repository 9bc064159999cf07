import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import type { WorkspacePrincipal } from '@wp/auth'
import { readConfig } from '@wp/config'
import { fixedClock, newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { baseConfig } from '@wp/runtime'
import { createLogger, createMetrics } from '@wp/telemetry'
import { openTestDatabase, platform, uniqueName } from '@wp/testing'
import { identityConfig } from '../src/config.ts'
import { parseSigningKeys } from '../src/keys/key-settings.rules.ts'
import { importConfiguredKeys } from '../src/keys/signing-key.actions.ts'
import { login } from '../src/login/login.actions.ts'
import { setUpTotp } from '../src/mfa/mfa-enrolment.actions.ts'
import { identityCollections, openIdentity } from '../src/service.ts'
import { totpCode } from './second-factors.ts'

export const password = 'correct-horse-1'

type Operation = { collection: string; name: string }

/** Opens the dependencies of identity's actions on a separate database, so that tests can pause one action halfway. */
export const ownDeps = async () => {
  const clock = fixedClock(new Date().toISOString())
  const listeners = new Set<(operation: Operation) => Promise<void> | void>()
  const db = await openTestDatabase(uniqueName('identity'), {
    clock,
    collections: identityCollections,
    checkPlans: true,
    beforeOperation: async (operation) => {
      for (const listener of listeners) await listener(operation)
    },
  })
  const { TOKEN_ISSUER, TOKEN_AUDIENCE, NODE_ENV, PUBLIC_URL } = baseConfig
  const keys = join(platform().dataDir, 'keys')
  const config = readConfig(
    { ...identityConfig, TOKEN_ISSUER, TOKEN_AUDIENCE, NODE_ENV, PUBLIC_URL },
    {
      NODE_ENV: 'development',
      PASSWORD_HASH_MEMORY_KIB: '64',
      SIGNING_KEYS_FILE: join(keys, 'signing-keys.json'),
      ENCRYPTION_KEYS_FILE: join(keys, 'encryption-keys.json'),
      HMAC_KEY_FILE: join(keys, 'hmac-key'),
    },
  )
  const logger = createLogger({ service: 'test', level: 'silent' })
  const deps = openIdentity(config, { db, clock, logger, metrics: createMetrics('test') })
  await importConfiguredKeys(deps, parseSigningKeys(config.signingKeys.reveal()))

  /** Resolves before the next operation with this name on the collection. */
  const nextOperation = (collection: string, name: string) =>
    new Promise<void>((resolve) => {
      const listener = (operation: Operation) => {
        if (operation.collection !== collection || operation.name !== name) return
        listeners.delete(listener)
        resolve()
      }
      listeners.add(listener)
    })

  /** Pauses the next operation with this name on the collection until `resume` is called. */
  const pauseBefore = (collection: string, name: string) => {
    const paused = Promise.withResolvers<void>()
    const resumed = Promise.withResolvers<void>()
    const listener = async (operation: Operation) => {
      if (operation.collection !== collection || operation.name !== name) return
      listeners.delete(listener)
      paused.resolve()
      await resumed.promise
    }
    listeners.add(listener)
    return { paused: paused.promise, resume: () => resumed.resolve() }
  }

  /** Returns deps that run `meanwhile` right after the next password is hashed or compared. */
  const withMeanwhile = (operation: 'hash' | 'verify', meanwhile: () => Promise<unknown>) => {
    const outside = AsyncLocalStorage.snapshot()
    const once = { isDone: false }
    const run = async () => {
      if (once.isDone) return
      once.isDone = true
      await outside(meanwhile)
    }
    const { hash, verify } = deps.passwords
    const passwords = {
      hash: async (text: string) => {
        const result = await hash(text)
        if (operation === 'hash') await run()
        return result
      },
      verify: async (passwordHash: string | null | undefined, text: string) => {
        const result = await verify(passwordHash, text)
        if (operation === 'verify') await run()
        return result
      },
    }
    return { ...deps, passwords }
  }

  const logIn = async (email: string, given = deps) => {
    const origin = { ip: '192.0.2.1', userAgent: 'test', refreshToken: undefined }
    const result = await login(given, { email, password, ...origin })
    if (!('token' in result)) throw new Error(`The login returned no token: ${JSON.stringify(result)}`)
    const { sessionId } = deps.refreshTokens.read(result.refreshToken)!
    return { ...result, sessionId }
  }

  /** Creates a workspace and its owner; `principal` logs the owner in. */
  const newOwner = async () => {
    const email = `${uniqueName('owner')}@shop.example`
    const passwordHash = await deps.passwords.hash(password)
    const { id: accountId } = await deps.accounts.insert({ email, passwordHash })
    const planId = newId()
    const { id: workspaceId } = await deps.workspaces.insert({
      ownerAccountId: accountId,
      name: 'Shop',
      slogan: null,
      email,
      phone: '+14155550123',
      planId,
      businessCategorySlug: 'retail',
      marketingOptIn: false,
      workingHours: null,
      subscription: { version: 0, planId, subscriptionEndDate: null, discountPercentage: null },
    })
    await deps.memberships.insertOwner(workspaceId, accountId)
    const principal = async (): Promise<WorkspacePrincipal> => ({
      kind: 'workspace',
      accountId,
      workspaceId,
      role: 'owner',
      permissions: [],
      staffId: null,
      sessionId: (await logIn(email)).sessionId,
      key: null,
      issuedAt: 0,
      issuedAtMs: 0,
      expiresAt: 0,
    })
    return { email, accountId, workspaceId, principal }
  }

  /** Starts the setup of an authenticator app and returns the body that confirms it. */
  const startTotp = async (accountId: Id) => {
    const { methodId, secret } = await setUpTotp(deps, accountId)
    return { methodId, code: totpCode(secret, 0, clock.now().getTime()) }
  }

  return {
    deps,
    db,
    clock,
    nextOperation,
    pauseBefore,
    withMeanwhile,
    logIn,
    newOwner,
    startTotp,
    close: () => db.close(),
  }
}
export type OwnDeps = Awaited<ReturnType<typeof ownDeps>>
