import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../check/checks.ts'
import { startServers } from './containers.ts'

test('without an engine and without addresses it says so, and ends neither well nor badly', () => {
  const run = spawnSync(process.execPath, [join(root, 'test/containers.ts')], {
    encoding: 'utf8',
    env: { PATH: '/nowhere' },
  })
  expect(run.stdout).toBe(
    'skipped: no Docker engine answers, and MONGODB_URL and NATS_URL are not both set\n',
  )
  expect(run.status).toBe(77)
})

test('servers that are given are taken as they are', async () => {
  const given = { MONGODB_URL: 'mongodb://db:27017', NATS_URL: 'nats://bus:4222' }
  expect(await startServers(given)).toMatchObject({ mongodbUrl: given.MONGODB_URL, natsUrl: given.NATS_URL })
})
