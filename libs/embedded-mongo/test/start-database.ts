import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, MongoClient } from 'mongodb'
import { type RunningServer, type ServerOptions, startServer } from '../src/index.ts'

/** A database in a temporary folder and a client; `stop` stops both and removes the folder. */
export interface TestDatabase {
  server: RunningServer
  client: MongoClient
  db: Db
  folder: string
  stop(): Promise<void>
}

export async function startDatabase(options: Partial<ServerOptions> = {}): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-mongo-'))
  const server = await startServer({ dataDir: folder, ...options })
  const client = await MongoClient.connect(server.uri)
  return {
    server,
    client,
    db: client.db('test'),
    folder,
    async stop() {
      await client.close()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
