import type { OutboxRecord } from '@wp/mongo'
import type { NatsConnection } from 'nats'
import { describe, expect, it } from 'vitest'
import { publishInOrder, publishOne } from './publishing.ts'

const workspaceId = '6b0000000000000000000000'

const record = (id: string, aggregate: string | null = null): OutboxRecord => ({
  id,
  workspaceId,
  type: 'wp.shop.order.stepped.v1',
  subject: 'wp.shop.order.stepped.v1',
  aggregate,
  envelope: '{}',
  createdAt: new Date(),
})

const ackOf = (sequence: number) => ({ stream: 'wp-shop', seq: sequence })

/** A NATS connection whose stream answers each record with the given JSON. `sent` contains the ids in order. */
const standIn = (answer: (id: string) => object) => {
  const sent: string[] = []
  let deliver: (error: null, message: object) => void = () => undefined
  const connection = {
    subscribe: (_subject: string, options: { callback: typeof deliver }) => {
      deliver = options.callback
      return { unsubscribe: () => undefined }
    },
    publish: (_subject: string, _data: unknown, { reply }: { reply: string }) => {
      const id = reply.split('.').at(-1)!
      sent.push(id)
      setImmediate(() => deliver(null, { subject: reply, json: () => answer(id) }))
    },
    jetstream: () => ({ publish: async () => answer('one') }),
  } as unknown as NatsConnection
  return { connection, sent }
}

describe('publishInOrder', () => {
  it('returns the stream sequence of each published record', async () => {
    const { connection } = standIn((id) => ackOf(Number(id) + 10))
    expect(await publishInOrder(connection, [record('1'), record('2', 'order:a')])).toEqual({
      published: [
        { id: '1', workspaceId, sequence: 11 },
        { id: '2', workspaceId, sequence: 12 },
      ],
      failure: undefined,
    })
  })

  it('returns the records published so far and the error when NATS reports a full store', async () => {
    const error = { code: 503, err_code: 10077, description: 'insufficient resources' }
    const { connection } = standIn((id) => (id === '1' ? ackOf(1) : { error, stream: 'wp-shop', seq: 0 }))
    const { published, failure } = await publishInOrder(connection, [record('1'), record('2')])
    expect(published).toEqual([{ id: '1', workspaceId, sequence: 1 }])
    expect(failure).toMatchObject({ message: 'insufficient resources' })
  })

  it.each([{}, { stream: 'wp-shop' }, { stream: 'wp-shop', seq: 0 }, { seq: 5 }])(
    'returns an error for the acknowledgement %j',
    async (ack) => {
      const { published, failure } = await publishInOrder(standIn(() => ack).connection, [record('1')])
      expect(published).toEqual([])
      expect(failure).toBeInstanceOf(Error)
    },
  )

  it.each([
    ['the sequence 0 for a duplicate', { stream: 'wp-shop', seq: 0, duplicate: true }],
    ['the error 10158', { error: { code: 409, err_code: 10158 }, stream: 'wp-shop', seq: 0 }],
  ])(
    'leaves a record and later records of its aggregate for the next page when NATS answers with %s, and publishes the rest',
    async (_, notYet) => {
      const { connection, sent } = standIn((id) => (id === '1' ? notYet : ackOf(Number(id))))
      const records = [record('1', 'order:a'), record('2', 'order:b'), record('3', 'order:a'), record('4')]
      const { published, failure } = await publishInOrder(connection, records)
      expect(published.map(({ id }) => id)).toEqual(['2', '4'])
      expect(sent).not.toContain('3')
      expect(failure).toBeUndefined()
    },
  )

  it('holds back later records of an aggregate once one was left for the next page, even 100 records later', async () => {
    const { connection, sent } = standIn((id) =>
      id === '0' ? { stream: 'wp-shop', seq: 0, duplicate: true } : ackOf(Number(id)),
    )
    const others = Array.from({ length: 100 }, (_, index) => record(String(index + 1)))
    const records = [record('0', 'order:a'), ...others, record('101', 'order:a')]
    const { published } = await publishInOrder(connection, records)
    expect(published).toHaveLength(100)
    expect(sent).not.toContain('101')
  })
})

describe('publishOne', () => {
  it('throws unless the stream has stored the message', async () => {
    const publish = (sequence: number) =>
      publishOne(standIn(() => ackOf(sequence)).connection, 'subject', '{}', {})
    await expect(publish(0)).rejects.toThrow('has not stored the message')
    await expect(publish(1)).resolves.toBeUndefined()
  })
})
