import { defineConsumer, defineEvent } from '@wp/bus'
import type { Bus } from '@wp/bus'
import { identityService, posService } from '@wp/protos'
import { createLogger, createMetrics } from '@wp/telemetry'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { requireDeclaredRoutes, restrictToDeclared } from './declared-use.ts'
import { createPeerClients } from './peers.ts'
import { defineService } from './service-definition.ts'

const declaration = {
  database: false,
  calls: { identity: ['GetJwks'] },
  follows: ['identity'],
  buckets: { manifests: 'own-keys' as const },
  routes: ['/things/*'],
  rootPaths: ['/thing'],
  upgrades: [],
  permissions: {},
  redrivesDeadLetters: false,
}
const SaleMade = defineEvent({ type: 'wp.pos.sale.made.v1', summary: 'A sale', data: z.object({}) })

describe('restrictToDeclared', () => {
  it('rejects events and buckets that service.json does not declare', async () => {
    const bus = restrictToDeclared({} as Bus, declaration)
    const consumer = defineConsumer({ name: 'on-sale', events: [SaleMade], handle: async () => undefined })
    await expect(bus.consume(consumer)).rejects.toThrow('follows pos without declaring it in service.json')
    await expect(bus.follow({ events: [SaleMade], handle: () => undefined })).rejects.toThrow('follows pos')
    expect(() => bus.history(SaleMade)).toThrow('follows pos')
    expect(() => bus.kv('domains')).toThrow('opens the bucket domains')
  })

  it('accepts the events of every service for a service that follows all', async () => {
    const consume = async () => ({ stop: async () => undefined })
    const bus = restrictToDeclared({ consume } as unknown as Bus, { ...declaration, follows: ['*'] })
    const consumer = defineConsumer({ name: 'on-sale', events: [SaleMade], handle: async () => undefined })
    await expect(bus.consume(consumer)).resolves.toEqual({ stop: expect.any(Function) })
  })
})

describe('requireDeclaredRoutes', () => {
  it('rejects routes and upgrades that service.json does not declare', () => {
    const check =
      (routes: { path: string; root?: boolean }[], upgrades: string[] = []) =>
      () =>
        requireDeclaredRoutes('things', declaration, routes, upgrades)
    expect(check([{ path: '/things/:thingId' }, { path: '/thing', root: true }])).not.toThrow()
    expect(check([{ path: '/thing' }])).toThrow('serves /thing without declaring it in service.json')
    expect(check([{ path: '/things', root: true }])).toThrow('serves /things without')
    expect(check([], ['/things'])).toThrow('serves /things without')
  })
})

describe('createPeerClients', () => {
  it('rejects calls to services and methods that service.json does not declare', async () => {
    const rpc = createPeerClients({
      config: { identityRpc: '127.0.0.1:1', posRpc: '127.0.0.1:1' },
      calls: declaration.calls,
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
      use: (client) => onTestFinished(() => void client.close()),
    })
    const identity = rpc(identityService)
    await expect(identity.getWorkspace({ workspaceId: 'w' })).rejects.toThrow('calls identity.getWorkspace')
    await expect(identity.getJwks({})).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(() => rpc(posService)).toThrow('calls pos without declaring it in service.json')
  })
})

describe('defineService', () => {
  it('throws for an invalid declaration, and for one that disagrees with the service about its database', () => {
    const define = (declared: unknown) => () =>
      defineService('sample', { declaration: declared, config: {}, database: false, open: () => ({}) })
    expect(define(declaration)).not.toThrow()
    expect(define({ ...declaration, database: true })).toThrow('disagree on whether it has a database')
    expect(define({ ...declaration, buckets: { manifests: 'all' } })).toThrow('manifests')
  })
})
