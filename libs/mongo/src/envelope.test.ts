import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { draftEvent } from './envelope.ts'

const event = {
  type: 'wp.shop.product.published.v1',
  data: z.object({ id: z.string(), text: z.string().nullable() }),
}
const now = new Date('2027-03-10T09:00:00Z')
const draft = (length: number, longBytes?: number) =>
  draftEvent(
    event,
    {
      workspaceId: null,
      data: { id: 'a', text: 'x'.repeat(length) },
      shortData: { id: 'a', text: null },
    },
    now,
    longBytes,
  )
const textOf = ({ sealed }: ReturnType<typeof draft>) =>
  (JSON.parse(sealed('e1')) as { id: string; data: { text: string | null } }).data.text

describe('draftEvent', () => {
  it('publishes the short form of an event above 128 KiB', () => {
    const kept = draft(127 * 1024)
    expect(textOf(kept)).toHaveLength(127 * 1024)
    expect(kept.longBytes).toBeGreaterThan(127 * 1024)
    const shortened = draft(128 * 1024)
    expect(textOf(shortened)).toBeNull()
    expect(shortened.longBytes).toBe(0)
  })

  it("publishes the short form when the transaction's events would exceed 512 KiB", () => {
    expect(textOf(draft(1000, 512 * 1024 - 2000))).toHaveLength(1000)
    expect(textOf(draft(1000, 512 * 1024 - 1000))).toBeNull()
  })

  it('rejects an event above 256 KiB without a short form', () => {
    const data = { id: 'a', text: 'x'.repeat(256 * 1024) }
    expect(() => draftEvent(event, { workspaceId: null, data }, now)).toThrow(RangeError)
  })
})
