import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  claimDataFolder,
  createPortAllocator,
  databaseProcess,
  databaseUrl,
  findDatabase,
  platformFiles,
  prepareDatabase,
  startProcess,
} from '@wp/local-platform'

/** Runs work with the database in a data folder. Throws if a platform is using the folder. */
export const withOwnDatabase = async <Result>(
  dataDir: string,
  work: (uri: string) => Promise<Result>,
): Promise<Result> => {
  const credentials = platformFiles(join(dataDir, 'credentials'))
  if (!existsSync(credentials.databasePasswords))
    throw new Error(`No platform data in ${dataDir}. Run npm start once, or set MONGODB_URL.`)
  const folder = claimDataFolder(dataDir)
  try {
    const source = findDatabase({ ...process.env, MONGODB_URL: undefined }, dataDir)
    if (source.kind === 'given') throw new Error('MONGODB_URL was set')
    const port = await createPortAllocator()('free')
    const logFile = join(dataDir, 'logs/mongodb.log')
    const place = { port, dataDir, logFile, credentials }
    const hooks = { onCrash: () => undefined }
    await prepareDatabase(source, place, hooks)
    const database = await startProcess(databaseProcess(source, place), hooks)
    try {
      return await work(databaseUrl(source, port, credentials))
    } finally {
      await database.stop()
    }
  } finally {
    folder.release()
  }
}
