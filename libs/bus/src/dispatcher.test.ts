import { describe, expect, it } from 'vitest'
import { createDispatcher } from './dispatcher.ts'
import type { Delivery } from './stream-reader.ts'

const a = 'a'.repeat(24)
const b = 'b'.repeat(24)

/** Opens a dispatcher whose calls end when the test calls `end`. */
const open = (limits: { concurrent: number; batchSize: number }) => {
  const calls: { texts: string[]; end: () => Promise<void> }[] = []
  const returned: string[] = []
  const stopping = new AbortController()
  const dispatcher = createDispatcher(
    (deliveries) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const end = async () => {
        resolve()
        await new Promise((next) => setImmediate(next))
      }
      calls.push({ texts: deliveries.map(({ text }) => text.slice(-2)), end })
      return promise
    },
    limits,
    stopping.signal,
    () => undefined,
  )
  const give = (workspaceId: string, name: string): void => {
    const text = `{"workspaceId":"${workspaceId}"}${name}`
    const delivery: Delivery = {
      text,
      subject: 'wp.shop.cart.moved.v1',
      count: 1,
      sequence: 1,
      ack: () => undefined,
      keep: () => undefined,
      nak: () => void returned.push(name),
    }
    dispatcher.dispatch(delivery)
  }
  return { dispatcher, calls, returned, give, stopping }
}

describe('createDispatcher', () => {
  it('holds deliveries for a busy workspace and groups them into its next calls, up to the batch size', async () => {
    const { calls, give, dispatcher } = open({ concurrent: 4, batchSize: 3 })
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) give(a, name)
    give(b, 'b1')
    expect(calls.map(({ texts }) => texts)).toEqual([['a1'], ['b1']])
    expect(dispatcher.size()).toBe(6)
    await calls[0]!.end()
    expect(calls[2]!.texts).toEqual(['a2', 'a3', 'a4'])
    give(b, 'b2')
    expect(calls).toHaveLength(3)
    await calls[2]!.end()
    expect(calls[3]!.texts).toEqual(['a5'])
    await calls[1]!.end()
    expect(calls[4]!.texts).toEqual(['b2'])
  })

  it('limits concurrent calls', async () => {
    const { calls, give } = open({ concurrent: 2, batchSize: 1 })
    for (const letter of ['a', 'b', 'c']) give(letter.repeat(24), `${letter}1`)
    expect(calls).toHaveLength(2)
    await calls[0]!.end()
    expect(calls.map(({ texts }) => texts)).toEqual([['a1'], ['b1'], ['c1']])
  })

  it('starts no calls after it is stopped and returns waiting and new deliveries to the server', async () => {
    const { calls, give, returned, dispatcher, stopping } = open({ concurrent: 1, batchSize: 1 })
    for (const name of ['a1', 'a2', 'a3']) give(a, name)
    stopping.abort()
    dispatcher.returnWaiting()
    expect(returned).toEqual(['a2', 'a3'])
    give(a, 'a4')
    expect(returned).toEqual(['a2', 'a3', 'a4'])
    await calls[0]!.end()
    expect(calls).toHaveLength(1)
    expect(dispatcher.size()).toBe(0)
  })
})
