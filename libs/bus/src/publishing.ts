import type { OutboxRecord } from '@wp/mongo'
import { headers } from 'nats'
import type { Msg, NatsConnection } from 'nats'
import { newInbox } from './inboxes.ts'

const maxInFlight = 64
const ackTimeoutMs = 5000

/** `sequence` is the highest acknowledged stream sequence, or 0 if nothing was acknowledged. */
export type PublishResult = { ids: string[]; sequence: number; failure: unknown }

/**
 * Publishes records to JetStream in order, with 64 in flight and never two of the same aggregate at once. Stops at
 * the first failure, so that later events do not overtake the failed one. Uses one subscription and one timer for all
 * acknowledgements, which costs half as much as a request per message.
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
    clearTimeout(ackTimer)
    subscription.unsubscribe()
    resolve({ ids, sequence, failure })
  }
  const ackTimer = setTimeout(fail, ackTimeoutMs, new Error(`no acknowledgement within ${ackTimeoutMs} ms`))

  const send = (record: OutboxRecord) => {
    const header = headers()
    header.set('Nats-Msg-Id', record.id)
    unacknowledged.set(record.id, record)
    connection.publish(record.subject, Buffer.from(record.envelope), {
      headers: header,
      reply: `${inbox}.${record.id}`,
    })
  }
  /** Sends the record, or queues it while another record of the same aggregate is in flight. */
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
    while (unacknowledged.size < maxInFlight && next < records.length) enqueue(records[next++]!)
    if (unacknowledged.size === 0) end()
  }

  const subscription = connection.subscribe(`${inbox}.*`, {
    callback: (error, message) => {
      if (failure !== undefined) return
      ackTimer.refresh()
      const record = unacknowledged.get(message.subject.slice(inbox.length + 1))
      if (error) return fail(error)
      const ack = readAck(message)
      if (ack instanceof Error) return fail(ack)
      if (record) onAck(record, ack)
      sendMore()
    },
  })
  sendMore()
  return promise
}

/** Returns the sequence of the stored message, or the error. */
const readAck = (message: Msg): number | Error => {
  if (message.headers?.code === 503) return new Error('no stream stores this subject')
  const { stream, seq, error } = message.json<{
    stream?: string
    seq?: number
    error?: { description?: string }
  }>()
  if (stream && seq !== undefined) return seq
  return new Error(error?.description ?? 'the stream did not acknowledge the message')
}
