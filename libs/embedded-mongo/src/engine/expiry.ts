import { type Doc, isArray } from '../bson/values.ts'
import { type Query, runQuery } from '../execution/execute.ts'
import type { CollectionInfo } from '../storage/catalogue.ts'
import { changeDocument, idKeyOf } from '../storage/documents.ts'
import { decode } from '../bson/codec.ts'
import { compileMatch } from '../query/match.ts'
import type { Engine } from './engine.ts'
import type { IndexInfo } from '../storage/index-spec.ts'

const CHUNK = 200

/** Removes documents that have expired according to a TTL index. Waits for transactions that have locked them. */
export async function removeExpired(engine: Engine, now: number, isStopped: () => boolean): Promise<void> {
  for (const db of engine.catalogue.databases()) {
    for (const collection of engine.catalogue.collections(db)) {
      for (const index of collection.indexes) {
        if (isStopped()) return
        if (index.expireAfterSeconds !== undefined && index.isReady)
          await sweepIndex(engine, collection, index, now)
      }
    }
  }
}

async function sweepIndex(
  engine: Engine,
  collection: CollectionInfo,
  index: IndexInfo,
  now: number,
): Promise<void> {
  const limit = new Date(now - index.expireAfterSeconds! * 1000)
  const isOver: Doc = new Map([[index.paths[0]!, new Map([['$lte', limit]])]])
  const filter: Doc =
    index.partial === undefined ? isOver : new Map([['$and', [isOver, index.partial.filter]]])
  const matcher = compileMatch(filter)
  const query: Query = { collection, filter, matcher, ...(index.isHidden ? {} : { hint: index.name }) }
  for await (const batch of runQuery(engine.view(), query)) {
    for (let at = 0; at < batch.length; at += CHUNK) {
      const ids = batch.slice(at, at + CHUNK).map(({ doc }) => doc.get('_id')!)
      await engine.write((writer) => {
        for (const id of ids) {
          if (isArray(id)) continue
          const idKey = idKeyOf(id)
          const bytes = writer.read(collection, idKey)
          if (bytes === undefined || collection.isDropped || !matcher.matches(decode(bytes))) continue
          engine.environment.attempt(() => changeDocument(writer, collection, idKey, bytes, undefined))
        }
      })
    }
  }
}
