import { connect } from 'nats'
import { openManager } from '../src/streams.ts'

/** Returns the number of waiting and unacknowledged events for each durable consumer. */
export const consumerBacklog = async (url: string): Promise<Map<string, number>> => {
  const connection = await connect({ servers: url.split(',') })
  try {
    const manager = await openManager(connection)
    const backlog = new Map<string, number>()
    for await (const { config } of manager.streams.list())
      for await (const each of manager.consumers.list(config.name))
        if (each.config.durable_name !== undefined)
          backlog.set(each.name, each.num_pending + each.num_ack_pending)
    return backlog
  } finally {
    await connection.close()
  }
}

/** Returns the number of messages and bytes in each stream. */
export const streamSizes = async (url: string): Promise<Map<string, { messages: number; bytes: number }>> => {
  const connection = await connect({ servers: url.split(',') })
  try {
    const manager = await openManager(connection)
    const sizes = new Map<string, { messages: number; bytes: number }>()
    for await (const { config, state } of manager.streams.list())
      sizes.set(config.name, { messages: state.messages, bytes: state.bytes })
    return sizes
  } finally {
    await connection.close()
  }
}

/** Returns the texts of all messages in a stream, in order. */
export const storedMessages = async (url: string, stream: string): Promise<string[]> => {
  const connection = await connect({ servers: url.split(',') })
  try {
    const consumer = await connection.jetstream().consumers.get(stream)
    const info = await consumer.info()
    const texts: string[] = []
    for (let left = info.num_pending; left > 0;) {
      const batch = await consumer.fetch({ max_messages: Math.min(left, 1000), expires: 10_000 })
      for await (const message of batch) {
        texts.push(message.string())
        left -= 1
      }
    }
    return texts
  } finally {
    await connection.close()
  }
}
