// Measures the embedded database: durable inserts compared with raw lmdb, finds and counts in a small and a large
// collection, and how long a scan and a large commit block other requests. Uses the driver; the database runs in its
// own process.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from 'lmdb'
import { type Collection, type Document, MongoClient } from 'mongodb'
import { alternate, median, report, startServer } from './measure.ts'

const inserts = Number(process.env.BENCH_INSERTS ?? 3_000)
const inFlight = 50
const small = 1_000
const large = Number(process.env.BENCH_DOCUMENTS ?? 100_000)
const finds = 300
const commitSize = 20_000
const bytes = 200

/** Runs `count` operations, `inFlight` at a time; returns operations per second. */
const rate = async (count: number, run: (at: number) => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  let next = 0
  const work = async (): Promise<void> => {
    while (next < count) await run(next++)
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  return count / ((performance.now() - started) / 1000)
}

/** Returns the median duration of an operation, in microseconds. */
const latency = async (count: number, run: (at: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let at = 0; at < count; at += 1) {
    const started = performance.now()
    await run(at)
    times.push((performance.now() - started) * 1000)
  }
  return median(times)
}

const fill = async (collection: Collection<Document>, count: number): Promise<void> => {
  await collection.createIndex({ key: 1 })
  for (let at = 0; at < count; at += 1_000) {
    const docs = Array.from({ length: Math.min(1_000, count - at) }, (_, index) => ({
      key: (at + index) * 7,
      group: index % 10,
      text: 'x'.repeat(100),
    }))
    await collection.insertMany(docs)
  }
}

const folder = await mkdtemp(join(tmpdir(), 'bench-lmdb-'))
const raw = open<Buffer, number>(folder, { noSubdir: false, overlappingSync: false, encoding: 'binary' })
const server = await startServer(new URL('./embedded-mongo.server.ts', import.meta.url), 'database')
const client = await MongoClient.connect(server.url, { maxPoolSize: inFlight + 5 })
try {
  const db = client.db('bench')
  const commits = async (): Promise<number> =>
    Number(
      ((await db.command({ serverStatus: 1 })) as { storageEngine: { commits: number } }).storageEngine
        .commits,
    )
  const [few, many] = [db.collection('few'), db.collection('many')]
  await fill(few, small)
  await fill(many, large)

  const perSync: number[] = []
  const inserted = db.collection('inserted')
  const text = 'x'.repeat(bytes)
  let written = 0
  const throughput = await alternate(
    {
      'raw lmdb puts': () =>
        rate(inserts, () => raw.transaction(() => raw.putSync(written++, Buffer.from(text)))),
      'inserts, 50 in flight': async () => {
        const before = await commits()
        const perSecond = await rate(inserts, (at) => inserted.insertOne({ at, text }))
        perSync.push(inserts / ((await commits()) - before))
        return perSecond
      },
    },
    3,
  )

  const latencies = await alternate(
    {
      'find by index in 1,000 documents': () =>
        latency(finds, (at) => few.findOne({ key: (at % small) * 7 })),
      [`find by index in ${large} documents`]: () =>
        latency(finds, (at) => many.findOne({ key: (at % large) * 7 })),
      'count of 1,000 documents': () => latency(finds, () => few.estimatedDocumentCount()),
      [`count of ${large} documents`]: () => latency(finds, () => many.estimatedDocumentCount()),
    },
    3,
  )
  const [fewFind, manyFind, fewCount, manyCount] = Object.values(latencies).map((values) => median(values))

  const pings: number[] = []
  /** Returns how long `work` and the slowest ping during it took, in milliseconds. */
  const pingDuring = async (work: () => Promise<unknown>): Promise<{ took: number; longest: number }> => {
    let isWorking = true
    let longest = 0
    const started = performance.now()
    const working = work().finally(() => (isWorking = false))
    while (isWorking) {
      const asked = performance.now()
      await db.command({ ping: 1 })
      const ping = performance.now() - asked
      longest = Math.max(longest, ping)
      pings.push(ping)
    }
    await working
    return { took: performance.now() - started, longest }
  }
  const scans = []
  const largeCommits = []
  const session = client.startSession()
  for (let round = 0; round < 5; round += 1) {
    scans.push(await pingDuring(() => many.countDocuments({ text: { $regex: 'y' }, group: { $gte: 0 } })))
    session.startTransaction()
    await few.updateMany({}, { $inc: { key: 1 } }, { session })
    for (let at = 0; at < commitSize; at += 1_000)
      await inserted.insertMany(
        Array.from({ length: 1_000 }, () => ({ at, text })),
        { session },
      )
    largeCommits.push(await pingDuring(() => session.commitTransaction()))
  }
  await session.endSession()
  const quietest = (rounds: { longest: number }[]): number =>
    Math.min(...rounds.map(({ longest }) => longest))
  const times = (rounds: { took: number }[]): number[] => rounds.map(({ took }) => took)

  await report({
    id: 'embedded-mongo',
    title: 'Embedded database compared with raw lmdb',
    unit: 'inserts/s, µs, ms',
    results: {
      ...throughput,
      ...latencies,
      [`scan of ${large} documents (ms)`]: times(scans),
      [`commit of ${commitSize} changes (ms)`]: times(largeCommits),
      'pings during both (ms)': pings,
    },
    goals: [
      { goal: 'acknowledged inserts per commit (fdatasync)', value: median(perSync), atLeast: 3 },
      { goal: `find by index: ${large} / ${small} documents`, value: manyFind! / fewFind!, atMost: 1.5 },
      { goal: `count: ${large} / ${small} documents`, value: manyCount! / fewCount!, atMost: 1.5 },
      // Other processes can delay a ping too, so the quietest round counts.
      { goal: 'longest ping during a scan, quietest round (ms)', value: quietest(scans), atMost: 50 },
      {
        goal: `longest ping during a commit of ${commitSize} changes, quietest round (ms)`,
        value: quietest(largeCommits),
        atMost: 50,
      },
    ],
  })
} finally {
  await client.close()
  await server.stop()
  await raw.close()
  await rm(folder, { recursive: true, force: true })
}
