import { describe, expect, it } from 'vitest'
import { Cursors } from '../commands/cursors.ts'
import { Deadline } from './deadline.ts'

describe('Deadline', () => {
  it("does not count the time between two requests for a cursor's batches", async () => {
    let now = 1000
    const deadline = new Deadline(100, () => now)
    async function* source(): AsyncGenerator<Buffer[]> {
      for (;;) {
        now += 30
        yield [Buffer.alloc(5)]
      }
    }
    const cursors = new Cursors()
    const given = { namespace: 'a.b', session: undefined, transaction: undefined, origin: 'find', deadline }
    const cursor = cursors.open({ ...given, source: source() })
    await cursors.take(cursor, 1, true)
    expect(deadline.leftMs).toBe(70)
    now += 60_000
    await cursors.take(cursor, 2, false)
    expect(deadline.leftMs).toBe(10)
    await cursors.take(cursor, 1, false)
    expect(deadline.leftMs).toBe(0)
  })
})
