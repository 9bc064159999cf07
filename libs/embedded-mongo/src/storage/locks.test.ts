import { describe, expect, it } from 'vitest'
import { type LockOwner, Locks } from './locks.ts'

const begin = (locks: Locks): LockOwner => {
  const owner = { finished: Promise.resolve(), since: locks.commit }
  locks.begin(owner)
  return owner
}

describe('Locks', () => {
  it('limits the number of written keys that it keeps while transactions overlap continuously', () => {
    const locks = new Locks()
    let previous = begin(locks)
    let maxSize = 0
    for (let round = 0; round < 200; round++) {
      const next = begin(locks)
      for (let at = 0; at < 50; at++) {
        locks.recordWrite([`${round}:${at}`])
        locks.recordCommit([`${round}:${at}`])
      }
      locks.end(previous, [])
      previous = next
      maxSize = Math.max(maxSize, locks.size)
    }
    expect(maxSize).toBeGreaterThanOrEqual(50)
    expect(maxSize).toBeLessThanOrEqual(100)
    locks.end(previous, [])
    expect(locks.size).toBe(0)
  })

  it("refuses to lock a key that was written after the transaction's snapshot was taken", () => {
    const locks = new Locks()
    const [old, other] = [begin(locks), begin(locks)]
    locks.recordWrite(['a', 'b'])
    expect(locks.acquire(old, ['a'])).toBe(false)
    locks.recordCommit(['a', 'b'])
    const late = begin(locks)
    locks.end(other, [])
    expect(locks.acquire(old, ['a'])).toBe(false)
    expect(locks.acquire(late, ['a'])).toBe(true)
    expect(locks.acquire(old, ['c'])).toBe(true)
  })
})
