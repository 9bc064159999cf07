import { describe, expect, it } from 'vitest'
import type { Caller } from '../limits/caller.ts'
import { FairQueue } from './fair-queue.ts'

const member = (key: string): Caller => ({ key, address: 'a', isMember: true })
const visitor = (key: string): Caller => ({ key, address: key, isMember: false })

const queueOf = (...items: [Caller, string][]) => {
  const queue = new FairQueue<string>()
  for (const [caller, item] of items) queue.add(caller, item, 100)
  return queue
}
const drain = (queue: FairQueue<string>): (string | null)[] =>
  Array.from({ length: queue.size }, () => queue.take(() => true))

describe('FairQueue', () => {
  it('serves callers in turn, and each in the order of arrival', () => {
    const [a, b, c] = [member('a'), member('b'), member('c')]
    const queue = queueOf([a, 'a1'], [a, 'a2'], [a, 'a3'], [b, 'b1'], [c, 'c1'], [b, 'b2'])
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
    expect(queue.take(() => true)).toBeNull()
  })

  it('serves members and anonymous callers in turn, however many anonymous callers there are', () => {
    const many = Array.from({ length: 5 }, (_, i): [Caller, string] => [visitor(`v${i}`), `v${i}`])
    const queue = queueOf(...many, [member('a'), 'a1'], [member('b'), 'b1'])
    expect(drain(queue)).toEqual(['a1', 'v0', 'b1', 'v1', 'v2', 'v3', 'v4'])
  })

  it('skips callers whose first request is not ready', () => {
    const queue = queueOf([member('a'), 'a1'], [member('b'), 'b1'])
    expect(queue.take((item) => item.startsWith('b'))).toBe('b1')
    expect(queue.take((item) => item.startsWith('b'))).toBeNull()
    expect(queue.size).toBe(1)
  })

  it('drops the newest request of the caller with the most requests when it is full', () => {
    const queue = queueOf([member('a'), 'a1'], [member('a'), 'a2'], [visitor('v'), 'v1'])
    expect(queue.add(member('b'), 'b1', 3)).toBe('a2')
    expect(queue.add(member('b'), 'b2', 3)).toBe('b2')
    expect(drain(queue)).toEqual(['a1', 'v1', 'b1'])
  })

  it('removes a request that is no longer waiting', () => {
    const queue = queueOf([member('a'), 'a1'], [member('a'), 'a2'], [member('b'), 'b1'])
    queue.remove(member('a'), 'a1')
    queue.remove(member('b'), 'b1')
    queue.remove(member('b'), 'b1')
    expect(drain(queue)).toEqual(['a2'])
  })
})
