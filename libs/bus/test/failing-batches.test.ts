import { AppError, newId } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { createDeliveryHandler } from '../src/delivery.ts'
import type { Consumer } from '../src/index.ts'
import { recordingConsumer, StepTaken, useServers } from './servers.ts'

const { start } = useServers()
const workspaceId = newId()

/** Returns messages and the actions on them: each entry is an action and the position of its message. */
const newMessages = (count: number, suspect = -1) => {
  const calls: [string, number][] = []
  const messages = Array.from({ length: count }, (_, position) => ({
    text: JSON.stringify({
      id: newId(),
      type: StepTaken.type,
      workspaceId,
      data: { orderId: 'a', step: position },
    }),
    subject: StepTaken.type,
    count: position === suspect ? 6 : 1,
    sequence: position + 1,
    ack: () => void calls.push(['ack', position]),
    keep: () => void calls.push(['keep', position]),
    nak: () => void calls.push(['nak', position]),
  }))
  return { calls, messages }
}

const openHandler = async (consumer: Partial<Consumer>) => {
  const { db } = await start()
  return createDeliveryHandler({ ...recordingConsumer(db, 'recorder'), ...consumer } as Consumer, {
    service: 'shop',
    db,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    now: () => new Date(),
    writeDeadLetter: () => Promise.reject(new Error('must not happen')),
  })
}

const stepOf = ({ data }: { data: unknown }) => (data as { step: number }).step

describe('a batch', () => {
  it('is handled together except for an event that may have crashed the process', async () => {
    const handled: number[][] = []
    const deliver = await openHandler({
      handle: async (event) => void handled.push([stepOf(event)]),
      inBatches: async (events) => void handled.push(events.map(stepOf)),
    })
    const { calls, messages } = newMessages(9, 4)
    await deliver(messages, 'shop')
    expect(handled).toEqual([[0, 1, 2, 3], [4], [5, 6, 7, 8]])
    expect(calls).toEqual(messages.map((_, position) => ['ack', position]))
  })

  it('is applied except for the event whose call to another service fails', async () => {
    const call = async (events: readonly { data: unknown }[]) => {
      if (events.some((event) => stepOf(event) === 3)) throw new AppError('UNAVAILABLE', 'unavailable')
    }
    const deliver = await openHandler({ handle: (event) => call([event]), inBatches: call })
    const { calls, messages } = newMessages(8)
    await deliver(messages, 'shop')
    const done = calls.filter(([action]) => action !== 'keep')
    expect(done).toEqual(messages.map((_, position) => [position === 3 ? 'nak' : 'ack', position]))
  })

  it('keeps its waiting events from being redelivered while it is halved', async () => {
    const deliver = await openHandler({
      ackWaitMs: 4, // shorter than any attempt
      inBatches: () => Promise.reject(new Error('too many at once')),
    })
    const { calls, messages } = newMessages(8)
    await deliver(messages, 'shop')
    for (let position = 0; position < messages.length; position += 1) {
      const own = calls.filter(([, of]) => of === position).map(([action]) => action)
      expect(own.at(-1)).toBe('ack')
      expect(own.filter((action) => action === 'keep').length).toBe(own.length - 1)
      expect(own.length).toBeGreaterThan(1)
    }
  })

  it('needs no extra messages to NATS while it succeeds', async () => {
    const deliver = await openHandler({ inBatches: true, ackWaitMs: 4 })
    const { calls, messages } = newMessages(8)
    await deliver(messages, 'shop')
    expect(calls.filter(([action]) => action !== 'ack')).toEqual([])
  })
})
