import type { Document } from 'mongodb'
import type { Case, Row } from './case.ts'
import { fill, rejects } from './case.ts'

/** Creates a case: an index specification must be rejected with a code. */
export const rejectsIndex = (
  name: string,
  key: Document,
  options: Document,
  code: number | number[],
  docs: Row[] = [],
): Omit<Case, 'page'> => ({
  name,
  async run(place) {
    await fill(place, docs)
    await rejects(
      place.db.command({
        createIndexes: place.coll.collectionName,
        indexes: [{ key, name: 'x', ...options }],
      }),
      code,
    )
  },
})
