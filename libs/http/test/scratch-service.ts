import { createRevocationList, createSigner, createVerifier, newKeyPair, remoteKeys } from '@wp/auth'
import type { TokenSubject, WorkspacePermission } from '@wp/auth'
import { fixedClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { createApp, defineRoute, open } from '../src/index.ts'
import type { AppOptions } from '../src/app.ts'
import type { BoundRoute, WorkspaceView } from '../src/index.ts'

/** The fields that every route needs, for routes that anyone can call. */
export const base = { access: open(), summary: 's', fails: [] } as const

export const page = defineRoute({
  ...base,
  id: 'page',
  method: 'GET',
  path: '/page',
  replies: { 200: z.object({ title: z.string() }) },
})

export const now = '2027-03-10T09:00:00.000Z'
export const ids = {
  workspace: 'a'.repeat(24),
  other: 'b'.repeat(24),
  expired: 'c'.repeat(24),
  unknown: 'd'.repeat(24),
  account: 'e'.repeat(24),
  session: 'f'.repeat(24),
}

const view = (id: string, subscriptionEndDate: Date | null): WorkspaceView => ({ id, subscriptionEndDate })

const directory = new Map([
  [ids.workspace, view(ids.workspace, null)],
  [ids.other, view(ids.other, new Date('2027-03-10T09:00:00.001Z'))],
  [ids.expired, view(ids.expired, new Date(now))],
])

/** Starts a service with the given routes on a free port, with real tokens, metrics and logs. */
export const scratchService = async (
  routes: BoundRoute[],
  options: Pick<AppOptions, 'idempotency' | 'uploadLimits'> = {},
) => {
  const clock = fixedClock(now)
  const pair = await newKeyPair()
  const keys = remoteKeys({ fetch: async () => ({ keys: [pair.publicJwk] }), clock })
  const revocations = createRevocationList({ clock })
  revocations.touch()
  const token = { issuer: 'https://platform.test', audience: 'platform', clock }
  const signer = createSigner({ keys: { current: () => pair }, ...token })
  const lines: Record<string, unknown>[] = []
  const logger = createLogger({
    service: 'scratch',
    level: 'debug',
    destination: { write: (line: string) => lines.push(JSON.parse(line)) },
  })
  const metrics = createMetrics('scratch')
  const app = createApp({
    service: 'scratch',
    routes,
    verifier: createVerifier({ keys, revocations, ...token }),
    workspaces: { find: async (id) => directory.get(id) ?? null },
    logger,
    metrics,
    clock,
    ...options,
  })
  const server = createServer(app.classes, app.listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = (server.address() as AddressInfo).port
  const url = `http://127.0.0.1:${port}`

  const sign = async (subject: TokenSubject) => (await signer.sign(subject)).token
  const member = (workspaceId: string, role: 'owner' | 'staff', permissions: WorkspacePermission[] = []) =>
    sign({
      kind: 'workspace',
      accountId: ids.account,
      workspaceId,
      role,
      permissions,
      staffId: null,
      sessionId: ids.session,
    })

  return {
    url,
    port,
    clock,
    revocations,
    metrics,
    lines,
    tokens: {
      owner: (workspaceId = ids.workspace) => member(workspaceId, 'owner'),
      staff: (permissions: WorkspacePermission[], workspaceId = ids.workspace) =>
        member(workspaceId, 'staff', permissions),
      key: (permissions: WorkspacePermission[], workspaceId = ids.workspace) =>
        sign({
          kind: 'workspace',
          accountId: ids.session,
          workspaceId,
          role: 'staff',
          permissions,
          staffId: null,
          sessionId: ids.session,
          key: { id: ids.session, name: 'Shop sync' },
        }),
      admin: (role: 'super-admin' | 'analyst') =>
        sign({
          kind: 'admin',
          accountId: ids.account,
          roles: [role],
          permissions:
            role === 'analyst' ? ['dashboard.view'] : ['businesses.manage', 'plans.manage', 'dashboard.view'],
          sessionId: ids.session,
        }),
    },
    /** Sends a request; `json` is the parsed body or null. */
    call: async (method: string, path: string, given: Call = {}) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(given.token ? { authorization: `Bearer ${given.token}` } : {}),
          ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...given.headers,
        },
        body: given.raw ?? (given.body === undefined ? null : JSON.stringify(given.body)),
        redirect: 'manual',
      })
      const text = await response.text()
      const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json')
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: isJson ? JSON.parse(text) : null,
      }
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Call = {
  token?: string
  body?: unknown
  raw?: string | Uint8Array | FormData
  headers?: Record<string, string>
}

export type Scratch = Awaited<ReturnType<typeof scratchService>>

/** Returns the status and error code as short text: `404 NOT_FOUND`. */
export const outcome = (reply: { status: number; json: { error?: { code: string } } | null }): string =>
  reply.json?.error ? `${reply.status} ${reply.json.error.code}` : String(reply.status)
