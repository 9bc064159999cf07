import { Binary, type Doc, Double, Long, Timestamp, type Value } from '../bson/values.ts'

let lastSecond = 0
let increment = 0

/** A cluster time that only grows. */
function clusterTime(): Timestamp {
  const second = Math.floor(Date.now() / 1000)
  if (second > lastSecond) {
    lastSecond = second
    increment = 0
  }
  increment++
  return new Timestamp({ t: lastSecond, i: increment })
}

const SIGNATURE = new Map<string, Value>([
  ['hash', new Binary(Buffer.alloc(20))],
  ['keyId', Long.ZERO],
])

/** Adds what ends every reply: ok, and the times drivers keep for causal consistency. */
export function completeReply(answer: Doc): Doc {
  const time = clusterTime()
  if (!answer.has('ok')) answer.set('ok', new Double(1))
  answer.set(
    '$clusterTime',
    new Map<string, Value>([
      ['clusterTime', time],
      ['signature', SIGNATURE],
    ]),
  )
  answer.set('operationTime', time)
  return answer
}
