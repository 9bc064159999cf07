import { listStreams, removeStreams } from '@wp/bus/test/streams'
import { MongoClient } from 'mongodb'

type Addresses = { mongodbUrl: string; natsUrl: string }

/** MongoDB's internal databases. */
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

/** Lists databases and streams. The suites need empty servers, because their database and stream names are fixed. */
const readContents = async ({ mongodbUrl, natsUrl }: Addresses): Promise<string[]> => [
  ...(await withDatabases(mongodbUrl, async (_, names) => names)),
  ...(await listStreams(natsUrl)),
]

/** Returns the reason why the suites cannot run on these servers, or null when they are empty. */
export const refusalOf = async (servers: Addresses): Promise<string | null> => {
  const found = await readContents(servers)
  if (found.length === 0) return null
  const some = found.length > 5 ? [...found.slice(0, 5), '…'] : found
  return `These servers contain ${some.join(', ')}. Use empty servers, or --replace to remove their data.`
}

/** Removes all databases and streams. */
export const removeContents = async ({ mongodbUrl, natsUrl }: Addresses): Promise<void> => {
  await withDatabases(mongodbUrl, async (client, names) => {
    for (const name of names) await client.db(name).dropDatabase()
  })
  await removeStreams(natsUrl, await listStreams(natsUrl))
}
