// Publishes and handles an event, but kills itself at the given point. Arguments: database URL, database name, NATS
// URL, workspace, point.
import { openScratchBus, openScratchDatabase, recordingConsumer, publishStep } from './servers.ts'

const [databaseUrl = '', name = '', natsUrl = '', workspaceId = '', point = ''] = process.argv.slice(2)
const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('still alive')
}

const db = await openScratchDatabase(databaseUrl, name)
const crashing = {
  'after publish, before the outbox mark': {
    ...db,
    outbox: { ...db.outbox, markPublished: () => Promise.resolve().then(die) },
  },
  'after the effect, before the ack': {
    ...db,
    inbox: {
      ...db.inbox,
      once: (...given: Parameters<typeof db.inbox.once>) => db.inbox.once(...given).then(die),
    },
  },
}[point]
if (!crashing) throw new Error(`Unknown point "${point}"`)

await publishStep(db, workspaceId, 'a', 1)
const bus = await openScratchBus(natsUrl, { db: crashing })
await bus.consume(recordingConsumer(db, 'recorder', { ackWaitMs: 1000 }))
