import { type Doc, Double } from '../bson/values.ts'

/**
 * Adds the fields that end every reply. `$clusterTime` and `operationTime` are omitted, because only clusters need
 * them and drivers would send them back with each command.
 */
export function completeReply(answer: Doc): Doc {
  if (!answer.has('ok')) answer.set('ok', new Double(1))
  return answer
}
