// G17: the cost of listing 20 of 200 documents and counting all of them, with the indexes and queries of a client
// list and five such workspaces. CPU time of the embedded database, compared with decoding 200 documents in this
// process.
import { randomBytes } from 'node:crypto'
import { BSON, MongoClient, type Document } from 'mongodb'
import { alternate, ratio, report, startServer } from './measure.ts'

/**
 * The median ratio of the database's first release, before commit 3378cc9. Median times: listing 4,953 µs,
 * decoding 1,545 µs.
 */
const firstRelease = 3.15
const lists = 400
const inFlight = 16

const hexId = (): string => randomBytes(12).toString('hex')
const workspaces = Array.from({ length: 5 }, hexId)
const newDocument = (workspaceId: string, index: number): Document => ({
  _id: hexId() as never,
  workspaceId,
  name: `Mona Haddad ${index}`,
  email: `mona${index}@example.com`,
  phone: '+14155550123',
  dateOfBirth: null,
  gender: null,
  notes: 'Prefers mornings; asks for a call the day before.',
  discount: null,
  searchKeys: ['mona haddad', 'haddad', `${index}`, `mona${index}@example.com`, '14155550123'],
  deletedAt: null,
  createdAt: new Date(Date.UTC(2027, 0, 1) + index * 1000),
  updatedAt: new Date(Date.UTC(2027, 0, 1) + index * 1000),
})

const server = await startServer(new URL('./embedded-mongo.server.ts', import.meta.url), 'database')
const client = await MongoClient.connect(server.url, { maxPoolSize: inFlight })
try {
  const clients = client.db('bench').collection('clients')
  await clients.createIndexes([
    { key: { workspaceId: 1, deletedAt: 1, createdAt: -1, _id: -1 } },
    { key: { workspaceId: 1, deletedAt: 1, searchKeys: 1 } },
  ])
  const documents = workspaces.flatMap((workspaceId) =>
    Array.from({ length: 200 }, (_, index) => newDocument(workspaceId, index)),
  )
  await clients.insertMany(documents)
  const encoded = documents.slice(0, 200).map((each) => BSON.serialize(each))

  const list = async (at: number): Promise<void> => {
    const filter = { workspaceId: workspaces[at % workspaces.length]!, deletedAt: null }
    const [found, count] = await Promise.all([
      clients
        .find(filter)
        .sort({ createdAt: -1, _id: -1 })
        .skip(20 * (at % 3))
        .limit(20)
        .toArray(),
      clients.countDocuments(filter),
    ])
    if (found.length !== 20 || count !== 200) throw new Error(`found ${found.length} of ${count}`)
  }
  const run = async (count: number): Promise<void> => {
    let next = 0
    const work = async (): Promise<void> => {
      while (next < count) await list(next++)
    }
    await Promise.all(Array.from({ length: inFlight }, work))
  }
  const decode = (count: number): number => {
    const before = process.cpuUsage()
    for (let round = 0; round < count; round += 1) for (const bytes of encoded) BSON.deserialize(bytes)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / count
  }

  await run(lists * 5)
  decode(200)
  const results = await alternate({
    'decoding 200 documents': () => decode(100),
    'listing 20 and counting': async () => {
      const before = await server.cpuMicros()
      await run(lists)
      return ((await server.cpuMicros()) - before) / lists
    },
  })
  const decodings = ratio(results['listing 20 and counting'], results['decoding 200 documents'])
  console.log(`A list costs ${decodings.toPrecision(3)} times as much as decoding its 200 documents.`)
  await report({
    id: 'embedded-list',
    title: 'Embedded database: listing 20 of 200 documents and counting all',
    unit: 'µs CPU',
    results,
    goals: [
      {
        goal: 'G17 listing 20 and counting: cost compared with the first release',
        value: decodings / firstRelease,
        atMost: 0.5,
      },
    ],
  })
} finally {
  await client.close()
  await server.stop()
}
