import { type Doc, Double } from '../bson/values.ts'

/**
 * Adds what ends every reply. No `$clusterTime` and no `operationTime`: they carry one member's writes to the next of a
 * cluster, and here there is one; every driver would read them, keep them and send them back with each command.
 */
export function completeReply(answer: Doc): Doc {
  if (!answer.has('ok')) answer.set('ok', new Double(1))
  return answer
}
