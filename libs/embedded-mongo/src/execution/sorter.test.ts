import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Sorter } from './sorter.ts'

describe('Sorter', () => {
  it('sorts batches of items stably and keeps only the given number of items', async () => {
    const item = fc.record({ rank: fc.nat(5), id: fc.nat() })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(item, { maxLength: 9 }), { maxLength: 12 }),
        fc.nat(40),
        async (batches, keep) => {
          const byRank = (a: { rank: number }, b: { rank: number }): number => a.rank - b.rank
          const sorter = new Sorter(byRank, keep)
          for (const batch of batches) await sorter.add(batch)
          expect(await sorter.all()).toEqual(batches.flat().toSorted(byRank).slice(0, keep))
        },
      ),
    )
  })
})
