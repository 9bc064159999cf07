import { join } from 'node:path'
import { ensureBuilt } from '../setup/build.ts'
import { startServers, type Servers } from './containers.ts'
import { skipped } from './skipped.ts'
import { finish, reports } from './summary.ts'
import { runVitest } from './vitest.ts'

const suites = ['services/', 'test/contract/', 'test/security/', 'test/client/']
/** Excluded because it tests the access control of the local servers, which the servers used here do not have. */
const localOnly = '--exclude=test/security/inside.test.ts'

const runSuites = async (servers: Servers, filters: string[], isReplacing: boolean): Promise<void> => {
  // Imported lazily, because loading the drivers takes longer than detecting that there is no engine.
  const { refusalOf, removeContents } = await import('./contents.ts')
  const { withUser } = await import('./database-user.ts')
  const refusal = isReplacing ? null : await refusalOf(servers)
  if (refusal) {
    console.error(refusal)
    process.exitCode = 1
    return
  }
  ensureBuilt()
  await removeContents(servers)
  const wanted = [...(filters.length > 0 ? filters : suites), localOnly]
  await withUser(servers.mongodbUrl, async (mongodbUrl) => {
    const environment = { MONGODB_URL: mongodbUrl, NATS_URL: servers.natsUrl }
    finish('containers', [await runVitest(wanted, join(reports, 'containers.json'), environment)])
  })
  await removeContents(servers)
}

/**
 * Runs the suites on the servers at MONGODB_URL and NATS_URL, or in containers. Sets exit code 77 when neither is
 * available.
 */
export const runContainers = async (filters: string[], { replace = false } = {}): Promise<void> => {
  const servers = await startServers(process.env)
  if (!servers) {
    console.log('skipped: there is no engine for containers, and MONGODB_URL and NATS_URL are not both set')
    process.exitCode = skipped
    return
  }
  console.log(`MongoDB and NATS: ${servers.source}`)
  try {
    await runSuites(servers, filters, replace)
  } finally {
    await servers.stop()
  }
}
