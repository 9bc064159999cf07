import { join } from 'node:path'
import { startServers, type Servers } from './run/containers.ts'
import { finish, reports } from './run/summary.ts'
import { runVitest } from './run/vitest.ts'

/** As other test runners have it: neither passed nor failed. */
const skipped = 77

/** What a platform on these servers shows; how the local ones keep strangers out is `npm test`'s. */
const suites = ['services/', 'test/contract/', 'test/security/', 'test/client/']
const localOnly = '--exclude=test/security/inside.test.ts'

const args = process.argv.slice(2)
const filters = args.filter((argument) => argument !== '--replace')

const runSuites = async (servers: Servers): Promise<void> => {
  // Only here: the drivers take longer to load than to say that there is no engine.
  const { refusalOf, removeContents } = await import('./run/contents.ts')
  const refusal = args.includes('--replace') ? null : await refusalOf(servers)
  if (refusal) {
    console.error(refusal)
    process.exitCode = 1
    return
  }
  await removeContents(servers)
  const environment = { MONGODB_URL: servers.mongodbUrl, NATS_URL: servers.natsUrl }
  const wanted = [...(filters.length > 0 ? filters : suites), localOnly]
  finish('containers', [await runVitest(wanted, join(reports, 'containers.json'), environment)])
  await removeContents(servers)
}

const servers = await startServers(process.env)
if (servers) {
  console.log(`MongoDB and NATS: ${servers.source}`)
  try {
    await runSuites(servers)
  } finally {
    await servers.stop()
  }
} else {
  console.log('skipped: no Docker engine answers, and MONGODB_URL and NATS_URL are not both set')
  process.exitCode = skipped
}
