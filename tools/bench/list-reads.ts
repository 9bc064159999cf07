// G11: the cost of reading 50 documents with a store, compared with mongoose's hydrated documents. CPU time of this
// process.
import { newId, systemClock } from '@wp/kernel'
import { openDatabase } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'
import mongoose from 'mongoose'
import { clientCollection } from '../../services/scheduling/src/clients/client.store.ts'
import { alternate, ratio, report, startServer } from './measure.ts'
import { newClient } from './parts/scene.ts'

const lists = 200
const server = await startServer(new URL('./embedded-mongo.server.ts', import.meta.url), 'database')
const db = await openDatabase({
  url: server.url,
  name: 'bench',
  clock: systemClock,
  logger: createLogger({ service: 'bench', level: 'silent' }),
  metrics: createMetrics('bench'),
  collections: [clientCollection],
})
const connection = await mongoose.createConnection(server.url, { dbName: 'bench' }).asPromise()
try {
  const workspaceId = newId()
  const clients = db.tenant(clientCollection)(workspaceId)
  const blank = { dateOfBirth: null, gender: null, discount: null, deletedAt: null, searchKeys: ['mona'] }
  await clients.insertMany(Array.from({ length: 50 }, (_, index) => ({ ...newClient(index), ...blank })))
  const fields = { workspaceId: String, createdAt: Date, updatedAt: Date, _id: String }
  const Client = connection.model('clients', new mongoose.Schema({ ...clientCollection.shape, ...fields }))

  /** Returns the CPU time of this process per list, in microseconds. */
  const cpuOf = (list: () => Promise<object[]>) => async (): Promise<number> => {
    const before = process.cpuUsage()
    for (let at = 0; at < lists; at += 1)
      if ((await list()).length !== 50) throw new Error('the list is incomplete')
    const { user, system } = process.cpuUsage(before)
    return (user + system) / lists
  }
  const present = { deletedAt: null }
  const subjects = {
    store: cpuOf(() => clients.find(present, { sort: { createdAt: -1, id: -1 }, limit: 50 })),
    'hydrated documents': cpuOf(async () => {
      const found = await Client.find({ workspaceId, ...present })
        .sort({ createdAt: -1, _id: -1 })
        .limit(50)
      return found.map((each) => each.toObject())
    }),
  }
  for (const measure of Object.values(subjects)) for (let turn = 0; turn < 3; turn += 1) await measure()
  const results = await alternate(subjects)
  await report({
    id: 'list-reads',
    title: 'Reading a list of 50 documents',
    unit: 'µs CPU',
    results,
    goals: [
      {
        goal: 'G11 store / hydrated documents',
        value: ratio(results.store, results['hydrated documents']),
        atMost: 0.5,
      },
    ],
  })
} finally {
  await connection.close()
  await db.close()
  await server.stop()
}
