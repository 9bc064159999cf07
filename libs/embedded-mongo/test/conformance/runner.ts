import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { startServer } from '../../src/index.ts'
import type { Case } from './case.ts'

/** A server to run cases against: an address, or an embedded server with an empty data folder. */
export interface Target {
  uri: string
  isEmbedded: boolean
  runCase(each: Case): Promise<'passed' | 'skipped'>
  close(): Promise<void>
}

/**
 * Connects to an address or starts the embedded server. `close` drops what the cases created and disconnects or stops
 * the server.
 */
export async function openTarget(uri?: string): Promise<Target> {
  const embedded = uri === undefined ? await startEmbedded() : undefined
  const address = uri ?? embedded!.uri
  const client = new MongoClient(address, { serverSelectionTimeoutMS: 5000, maxPoolSize: 10 })
  const db = client.db(`conformance_${Date.now().toString(36)}_${process.pid}`)
  const isReplicaSet = 'setName' in (await db.admin().command({ hello: 1 }))
  const { version } = (await db.admin().buildInfo()) as { version: string }
  let count = 0
  return {
    uri: address,
    isEmbedded: embedded !== undefined,
    async runCase(each) {
      if (each.needsReplicaSet && !isReplicaSet) return 'skipped'
      if (each.isEmbeddedOnly && !embedded) return 'skipped'
      if (each.since !== undefined && isOlder(version, each.since)) return 'skipped'
      count += 1
      await each.run({ client, db, coll: db.collection(`case_${count}`) })
      return 'passed'
    },
    async close() {
      await db.dropDatabase()
      await client.close()
      await embedded?.close()
    },
  }
}

/** Returns whether a version such as 5.0.34 is older than another one such as 6.1. */
function isOlder(version: string, than: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = than.split('.').map(Number)
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor)
}

async function startEmbedded() {
  const dataDir = await mkdtemp(join(tmpdir(), 'embedded-mongo-conformance-'))
  const server = await startServer({ dataDir, port: 0, host: '127.0.0.1' })
  return {
    uri: server.uri,
    async close() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
