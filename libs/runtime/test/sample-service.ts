import { setTimeout as delay } from 'node:timers/promises'
import { createSigner, newKeyPair } from '@wp/auth'
import type { Revocation } from '@wp/auth'
import { definePublicEvent } from '@wp/bus'
import { defineConfig, setting } from '@wp/config'
import { defineRoute, handle, open, reply, signedIn } from '@wp/http'
import { AppError, newId, systemClock } from '@wp/kernel'
import { collection } from '@wp/mongo'
import { identityService } from '@wp/protos'
import { implement } from '@wp/rpc'
import { z } from 'zod'
import { RevocationRecorded, defineService } from '../src/index.ts'
import type { Job } from '../src/index.ts'

const things = collection<{ name: string }>('things', 'Thing', { name: String })

export const slowMs = 300

const ThingPublished = definePublicEvent({
  service: 'sample',
  resource: 'thing',
  verbs: ['created'],
  permission: 'owner',
  record: z.object({ id: z.string() }),
})

const createThing = defineRoute({
  id: 'createThing',
  method: 'POST',
  path: '/things',
  summary: 'Create a thing',
  access: open(),
  body: z.object({ name: z.string() }),
  replies: { 201: z.object({ id: z.string() }) },
  fails: [400, 422],
  idempotency: 'none',
})
const countThings = defineRoute({
  id: 'countThings',
  method: 'GET',
  path: '/things',
  summary: 'Count things',
  access: open(),
  replies: { 200: z.object({ count: z.number() }) },
  fails: [],
})
const respondSlowly = defineRoute({
  id: 'respondSlowly',
  method: 'GET',
  path: '/slow',
  summary: 'Respond slowly',
  access: open(),
  replies: { 200: z.object({ late: z.boolean() }) },
  fails: [],
})
const getCaller = defineRoute({
  id: 'getCaller',
  method: 'GET',
  path: '/me',
  summary: 'Get the caller',
  access: signedIn(),
  replies: { 200: z.object({ accountId: z.string() }) },
  fails: [401],
})
const endSession = defineRoute({
  id: 'endSession',
  method: 'POST',
  path: '/sessions/:sessionId/end',
  summary: 'Revoke a login session',
  access: open(),
  replies: { 200: z.object({}) },
  fails: [],
  idempotency: 'none',
})

const unused = async (): Promise<never> => {
  throw new AppError('NOT_FOUND', 'Not part of this test')
}

/** Returns a small service that issues its own tokens, so that it can run without other services. */
export const sampleService = (options: { jobs?: readonly Job[]; isIdentity?: boolean } = {}) => {
  const revoked: Revocation[] = []
  const keys = newKeyPair()
  const service = defineService(options.isIdentity ? 'identity' : 'sample', {
    contract: { ThingPublished, createThing },
    config: defineConfig({
      GREETING: setting(z.string().min(2, 'must have at least 2 characters').default('hello'), 'A word'),
    }),
    database: { collections: [things] },
    authority: () => ({
      jwks: async () => ({ keys: [(await keys).publicJwk] }),
      revocationsSince: async (since) => revoked.filter(({ at }) => new Date(at) >= since),
    }),
    open: ({ db }) => ({
      routes: [
        [
          handle(createThing, async ({ body }) =>
            reply(201, { id: (await db.global(things)().insert(body)).id }),
          ),
          handle(countThings, async () => reply(200, { count: await db.global(things)().count({}) })),
          handle(respondSlowly, async () => {
            await delay(slowMs)
            return reply(200, { late: true })
          }),
        ],
        handle(getCaller, ({ principal }) => reply(200, { accountId: principal.accountId })),
        handle(endSession, async ({ params }) => {
          await db.transaction(async (tx) => {
            tx.publish(RevocationRecorded, {
              workspaceId: null,
              aggregate: params.sessionId,
              data: { kind: 'session', sessionId: params.sessionId, at: new Date().toISOString() },
            })
          })
          return reply(200, {})
        }),
      ],
      rpc: options.isIdentity
        ? implement(identityService, {
            getJwks: async () => {
              const {
                kid,
                publicJwk: { kty, crv, x, y },
              } = await keys
              return { keys: [{ kid, kty: kty!, crv: crv!, x: x!, y: y!, alg: 'ES256', use: 'sig' }] }
            },
            revocationsSince: async () => ({
              revocations: revoked.flatMap((one) =>
                one.kind === 'session'
                  ? [{ kind: one.kind, sessionId: one.sessionId, at: new Date(one.at).toISOString() }]
                  : [],
              ),
              asOf: new Date().toISOString(),
            }),
            getWorkspace: unused,
            exchangeApiKey: unused,
            getMessageLink: unused,
            upsertStaffAccount: unused,
            removeStaffAccount: unused,
            listStaffAccounts: unused,
          })
        : [],
      jobs: options.jobs ?? [],
    }),
  })
  const signIn = async () => {
    const sessionId = newId()
    const audience = 'workspace-platform'
    const signer = createSigner({
      keys: { current: () => keys },
      issuer: audience,
      audience,
      clock: systemClock,
    })
    const { token } = await signer.sign({
      kind: 'admin',
      accountId: newId(),
      roles: ['admin'],
      permissions: [],
      sessionId,
    })
    return { sessionId, token }
  }
  return { service, revoked, signIn }
}
