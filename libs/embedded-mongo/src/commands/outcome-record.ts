import { type Doc, Int32, type Value, isDoc } from '../bson/values.ts'
import type { Outcome } from './statements.ts'

/** Converts an outcome to a retry record. Includes documents only when the reply contains them. */
export function outcomeDoc(outcome: Outcome, hasDocuments: boolean): Doc {
  const doc: Doc = new Map<string, Value>([
    ['matched', new Int32(outcome.matched)],
    ['modified', new Int32(outcome.modified)],
  ])
  if (outcome.upsertedId !== undefined) doc.set('upsertedId', outcome.upsertedId)
  if (hasDocuments && outcome.before !== undefined) doc.set('before', outcome.before)
  if (hasDocuments && outcome.after !== undefined) doc.set('after', outcome.after)
  return doc
}

export function readOutcome(doc: Doc): Outcome {
  const outcome: Outcome = {
    matched: (doc.get('matched') as Int32).value,
    modified: (doc.get('modified') as Int32).value,
  }
  const upsertedId = doc.get('upsertedId')
  const before = doc.get('before')
  const after = doc.get('after')
  if (upsertedId !== undefined) outcome.upsertedId = upsertedId
  if (isDoc(before)) outcome.before = before
  if (isDoc(after)) outcome.after = after
  return outcome
}
