import { defineConsumer, defineEvent } from '@wp/bus'
import type { Bus } from '@wp/bus'
import { identityService, posService } from '@wp/protos'
import { createLogger, createMetrics } from '@wp/telemetry'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { declaredUse } from './declared-use.ts'
import { createPeerClients } from './peers.ts'
import { defineService } from './service-definition.ts'

const declaration = {
  database: false,
  calls: { identity: ['GetJwks'] },
  follows: ['identity'],
  buckets: { manifests: 'own-keys' as const },
  redrivesDeadLetters: false,
}
const SaleMade = defineEvent({ type: 'wp.pos.sale.made.v1', summary: 'A sale', data: z.object({}) })

test('refuses to read events and to open buckets that service.json does not list', async () => {
  const bus = declaredUse({} as Bus, declaration)
  const consumer = defineConsumer({ name: 'on-sale', events: [SaleMade], handle: async () => undefined })
  await expect(bus.consume(consumer)).rejects.toThrow('follows pos, and its service.json does not say so')
  await expect(bus.follow({ events: [SaleMade], handle: () => undefined })).rejects.toThrow('follows pos')
  expect(() => bus.history(SaleMade)).toThrow('follows pos')
  expect(() => bus.kv('domains')).toThrow('opens the bucket domains')
})

test('refuses to call services and methods that service.json does not list', async () => {
  const rpc = createPeerClients({
    config: { identityRpc: '127.0.0.1:1', posRpc: '127.0.0.1:1' },
    calls: declaration.calls,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    use: (client) => onTestFinished(() => void client.close()),
  })
  const identity = rpc(identityService)
  await expect(identity.getRole({ workspaceId: 'w', roleId: 'r' })).rejects.toThrow('calls identity.getRole')
  await expect(identity.getJwks({})).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(() => rpc(posService)).toThrow('calls pos, and its service.json does not say so')
})

test('a declaration that is malformed, or differs about the database, makes no service', () => {
  const define = (declared: unknown) => () =>
    defineService('sample', { declaration: declared, config: {}, database: false, open: () => ({}) })
  expect(define(declaration)).not.toThrow()
  expect(define({ ...declaration, database: true })).toThrow('disagree on whether it has a database')
  expect(define({ ...declaration, buckets: { manifests: 'all' } })).toThrow('manifests')
})
