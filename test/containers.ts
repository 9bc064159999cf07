import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startServers } from './run/containers.ts'
import { finish, reports } from './run/summary.ts'
import { runVitest } from './run/vitest.ts'

/** As other test runners have it: neither passed nor failed. */
const skipped = 77

/** What a platform on these servers shows; how the local ones keep strangers out is `npm test`'s. */
const suites = ['services/', 'test/contract/', 'test/security/', '--exclude=test/security/inside.test.ts']

const servers = await startServers(process.env)
if (servers) {
  console.log(`MongoDB and NATS: ${servers.source}`)
  const filters = process.argv.slice(2)
  const environment = {
    MONGODB_URL: servers.mongodbUrl,
    NATS_URL: servers.natsUrl,
    // Databases of their own: the servers may be used for something else, too.
    DATABASE_PREFIX: `t${randomBytes(4).toString('hex')}_`,
  }
  try {
    const args = filters.length > 0 ? filters : suites
    finish('containers', [await runVitest(args, join(reports, 'containers.json'), environment)])
  } finally {
    await servers.stop()
  }
} else {
  console.log('skipped: no Docker engine answers, and MONGODB_URL and NATS_URL are not both set')
  process.exitCode = skipped
}
