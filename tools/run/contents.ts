import { listStreams, removeStreams } from '@wp/bus/test/streams'
import { MongoClient } from 'mongodb'

type Addresses = { mongodbUrl: string; natsUrl: string }

/** MongoDB keeps these for itself. */
const ownDatabases = new Set(['admin', 'config', 'local'])

const withDatabases = async <Result>(
  url: string,
  work: (client: MongoClient, names: string[]) => Promise<Result>,
): Promise<Result> => {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 10_000 })
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
    return await work(
      client,
      databases.map(({ name }) => name).filter((name) => !ownDatabases.has(name)),
    )
  } finally {
    await client.close()
  }
}

/** The suites need them empty: services name their databases and streams the same everywhere. */
const readContents = async ({ mongodbUrl, natsUrl }: Addresses): Promise<string[]> => [
  ...(await withDatabases(mongodbUrl, async (_, names) => names)),
  ...(await listStreams(natsUrl)),
]

/** Why the suites do not run on these servers, to whoever gave them; null when they are empty. */
export const refusalOf = async (servers: Addresses): Promise<string | null> => {
  const found = await readContents(servers)
  if (found.length === 0) return null
  const some = found.length > 5 ? [...found.slice(0, 5), '…'] : found
  return `These servers hold ${some.join(', ')}: give some that are for the tests alone; -- --replace removes what is there.`
}

/** Removes every database and every stream. */
export const removeContents = async ({ mongodbUrl, natsUrl }: Addresses): Promise<void> => {
  await withDatabases(mongodbUrl, async (client, names) => {
    for (const name of names) await client.db(name).dropDatabase()
  })
  await removeStreams(natsUrl, await listStreams(natsUrl))
}
