import type { OutboxRecord } from '@wp/mongo'
import { headers } from 'nats'
import type { Msg, NatsConnection } from 'nats'
import { newInbox } from './inboxes.ts'

const inFlight = 64
const silenceMs = 5000

/** `sequence` is the highest number in the stream that was acknowledged; 0 when none was. */
export type PublishResult = { ids: string[]; sequence: number; failure: unknown }

/**
 * Publishes to JetStream in order, 64 in flight, never two of one aggregate at once. The first failure stops the rest:
 * what follows it must not overtake it. Acknowledgements come in on one subscription with one timer, which costs half of
 * what a request for each message does.
 */
export const publishInOrder = (
  connection: NatsConnection,
  records: readonly OutboxRecord[],
): Promise<PublishResult> => {
  const inbox = newInbox(connection)
  const { promise, resolve } = Promise.withResolvers<PublishResult>()
  const ids: string[] = []
  const unacknowledged = new Map<string, OutboxRecord>()
  const queues = new Map<string, OutboxRecord[]>()
  let sequence = 0
  let failure: unknown
  let next = 0

  const fail = (error: unknown) => {
    failure ??= error
    end()
  }
  const end = () => {
    clearTimeout(silenceTimer)
    subscription.unsubscribe()
    resolve({ ids, sequence, failure })
  }
  const silenceTimer = setTimeout(fail, silenceMs, new Error(`no acknowledgement within ${silenceMs} ms`))

  const send = (record: OutboxRecord) => {
    const header = headers()
    header.set('Nats-Msg-Id', record.id)
    unacknowledged.set(record.id, record)
    connection.publish(record.subject, Buffer.from(record.envelope), {
      headers: header,
      reply: `${inbox}.${record.id}`,
    })
  }
  /** Sends the record, or lets it wait for the one of its aggregate that is under way. */
  const enqueue = (record: OutboxRecord) => {
    if (record.aggregate === null) return send(record)
    const queue = queues.get(record.aggregate)
    if (queue) return void queue.push(record)
    queues.set(record.aggregate, [])
    send(record)
  }
  const onAck = (record: OutboxRecord, number: number) => {
    sequence = Math.max(sequence, number)
    unacknowledged.delete(record.id)
    ids.push(record.id)
    if (record.aggregate === null) return
    const successor = queues.get(record.aggregate)?.shift()
    if (successor) send(successor)
    else queues.delete(record.aggregate)
  }
  const sendMore = () => {
    while (unacknowledged.size < inFlight && next < records.length) enqueue(records[next++]!)
    if (unacknowledged.size === 0) end()
  }

  const subscription = connection.subscribe(`${inbox}.*`, {
    callback: (error, message) => {
      if (failure !== undefined) return
      silenceTimer.refresh()
      const record = unacknowledged.get(message.subject.slice(inbox.length + 1))
      if (error) return fail(error)
      const answer = toAnswer(message)
      if (answer instanceof Error) return fail(answer)
      if (record) onAck(record, answer)
      sendMore()
    },
  })
  sendMore()
  return promise
}

/** The number that the stream gave the message, or why it took none. */
const toAnswer = (message: Msg): number | Error => {
  if (message.headers?.code === 503) return new Error('no stream takes this subject')
  const { stream, seq, error } = message.json<{
    stream?: string
    seq?: number
    error?: { description?: string }
  }>()
  if (stream && seq !== undefined) return seq
  return new Error(error?.description ?? 'the stream gave no acknowledgement')
}
