import type { OutboxRecord } from '@wp/mongo'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { toAsyncApi, defineEvent, eventsOf } from './index.ts'
import { toConnectionOptions } from './nats-connection.ts'
import { selectForPublishing } from './relay.ts'
import { coveringSubject } from './streams.ts'

const now = 1_000_000

const waiting = (id: string, aggregate: string | null, ageMs: number): OutboxRecord => ({
  id,
  workspaceId: null,
  type: 't',
  subject: 't',
  aggregate,
  envelope: '{}',
  createdAt: new Date(now - ageMs),
})

describe('selectForPublishing', () => {
  const selectedIds = (page: OutboxRecord[], own: string[]) =>
    selectForPublishing(page, (id) => own.includes(id), now).map(({ id }) => id)

  it("returns this replica's events immediately and other replicas' events after a second", () => {
    const page = [waiting('1', 'a', 1500), waiting('2', 'b', 10), waiting('3', 'c', 10)]
    expect(selectedIds(page, ['3'])).toEqual(['1', '3'])
  })

  it("returns another replica's event if its creation time is far in the future", () => {
    expect(selectedIds([waiting('1', 'a', -5000), waiting('2', 'b', -3_600_000)], [])).toEqual(['2'])
  })

  it("includes earlier events of a selected event's aggregate", () => {
    const page = [waiting('1', 'a', 10), waiting('2', 'b', 10), waiting('3', null, 10), waiting('4', 'a', 5)]
    expect(selectedIds(page, ['4'])).toEqual(['1', '4'])
  })

  it("returns every event of a full page, including other replicas' recent events", () => {
    const page = Array.from({ length: 512 }, (_, index) => waiting(String(index), null, 1))
    expect(selectedIds(page, [])).toHaveLength(512)
  })
})

describe('coveringSubject', () => {
  it.each([
    [['wp.a.b.c.v1'], 'wp.a.b.c.v1'],
    [['wp.a.b.c.v1', 'wp.a.b.d.v1'], 'wp.a.b.*.v1'],
    [['wp.a.b.c.v1', 'wp.a.x.d.v2'], 'wp.a.*.*.*'],
    [['wp.a.b.c.*', 'wp.a.b.d.v1'], 'wp.a.b.*.*'],
  ])('covers the subjects %j with %s', (types, subject) => {
    expect(coveringSubject(types)).toBe(subject)
  })
})

describe('defineEvent', () => {
  it('requires a type that names the service, entity, verb and version', () => {
    const of = (type: string) => () => defineEvent({ type, summary: '', data: z.object({}) })
    expect(of('wp.admin-billing.plan.changed.v1')).not.toThrow()
    for (const type of ['wp.identity.heartbeat', 'identity.a.b.v1', 'wp.A.b.c.v1', 'wp.a.b.c', 'wp.a.*.c.v1'])
      expect(of(type)).toThrow(/must have the form/)
  })
})

describe('eventsOf', () => {
  it('returns the events that a contract module exports, without duplicates', () => {
    const Opened = defineEvent({ type: 'wp.shop.order.opened.v1', summary: '', data: z.object({}) })
    const Route = { method: 'GET', path: '/orders', summary: '' }
    const contract = { Order: z.object({}), Route, Opened, again: Opened, type: Opened.type, nothing: null }
    expect(eventsOf(contract)).toEqual([Opened])
  })
})

describe('toAsyncApi', () => {
  it('describes each event with its envelope', () => {
    const Opened = defineEvent({
      type: 'wp.pos.till.opened.v1',
      summary: 'A till was opened',
      data: z.object({ tillId: z.string(), note: z.string().nullable() }),
    })
    const document = toAsyncApi([Opened], { title: 'POS', version: '1' })
    expect(document).toMatchObject({
      asyncapi: '3.0.0',
      channels: { [Opened.type]: { address: Opened.type } },
      operations: { [Opened.type]: { action: 'send', summary: 'A till was opened' } },
      components: {
        schemas: {
          [Opened.type]: {
            properties: {
              type: { const: Opened.type },
              data: {
                type: 'object',
                required: ['tillId', 'note'],
                properties: { tillId: { type: 'string' } },
              },
            },
          },
        },
      },
    })
  })

  it('includes the workspace in the address of an event with subjectByWorkspace', () => {
    const Moved = defineEvent({
      type: 'wp.pos.till.moved.v1',
      summary: 'A till was moved',
      data: z.object({}),
      subjectByWorkspace: true,
    })
    expect(toAsyncApi([Moved], { title: 'POS', version: '1' })).toMatchObject({
      channels: {
        [Moved.type]: {
          address: 'wp.pos.till.moved.v1-{workspaceId}',
          parameters: { workspaceId: { description: expect.any(String) } },
        },
      },
    })
  })
})

describe('toConnectionOptions', () => {
  it.each([
    ['nats://a:1,nats://b', { servers: ['a:1', 'b:4222'] }],
    ['127.0.0.1:4222', { servers: ['127.0.0.1:4222'] }],
    ['tls://me:p%40ss@a:1', { servers: ['a:1'], tls: {}, user: 'me', pass: 'p@ss' }],
    ['nats://secret@a:1', { servers: ['a:1'], token: 'secret' }],
  ])('parses servers and credentials from %s', (url, address) => {
    expect(toConnectionOptions(url)).toEqual(address)
  })
})
