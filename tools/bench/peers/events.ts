import { AckPolicy, connect } from 'nats'
import type { NatsConnection } from 'nats'
import { toConnectionOptions } from '../../../libs/bus/src/nats-connection.ts'

const stream = 'bench-events'
const subject = 'bench.events'

const connectToNats = (): Promise<NatsConnection> =>
  connect(toConnectionOptions(process.env['BENCH_NATS_URL']!))

/** Returns a function that publishes an event and resolves when NATS has stored it. */
export const openPublisher = async (): Promise<(event: object) => Promise<unknown>> => {
  const stored = (await connectToNats()).jetstream()
  return (event) => stored.publish(subject, JSON.stringify(event))
}

/** Creates the stream and durable consumers that read and acknowledge every event. */
export const openConsumers = async (count: number): Promise<void> => {
  const nats = await connectToNats()
  const manager = await nats.jetstreamManager({ checkAPI: false })
  await manager.streams.add({ name: stream, subjects: [subject] })
  for (let each = 0; each < count; each += 1) {
    const name = `consumer-${each}`
    await manager.consumers.add(stream, { durable_name: name, ack_policy: AckPolicy.Explicit })
    const consumer = await nats.jetstream().consumers.get(stream, name)
    await consumer.consume({
      callback: (message) => {
        message.json()
        message.ack()
      },
    })
  }
}
