// 1,000 webhook endpoints of 50 workspaces, 100 of which never respond: the time from a change until the
// other endpoints receive it. Every workspace has two hanging endpoints.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startPlatform } from '@wp/local-platform'
import { apiOf, cheapHashing } from '@wp/testing'
import * as scheduling from '@wp/scheduling/contract'
import * as webhooks from '@wp/webhooks/contract'
import { report } from './measure.ts'
import { signUp } from './parts/by-size.ts'

const workspaceCount = 50
const endpointsEach = 20
const hangingEach = 2
const rounds = 3
/** At 40 requests a second, a machine with two cores has CPU time to spare. */
const pauseMs = 500

let waits: number[] = []
const share = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1]!

const server = createServer((request, response) => {
  if (request.url?.startsWith('/hang')) return
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { createdAt } = JSON.parse(Buffer.concat(chunks).toString()) as { createdAt: string }
    waits.push(Date.now() - Date.parse(createdAt))
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const receiverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-webhooks-'))
const platform = await startPlatform({
  dataDir,
  services: ['identity', 'admin-billing', 'scheduling', 'webhooks', 'gateway'],
  env: { ...cheapHashing, RATE_LIMIT_DEFAULT: '1000000', RATE_LIMIT_SIGNUP: '1000000' },
})
try {
  const shops = []
  for (let count = 0; count < workspaceCount; count += 1) {
    const { token, workspaceId } = await signUp(platform)
    const caller = { baseUrl: `${platform.gatewayUrl}/v1`, token, params: { workspaceId } }
    const { createWebhookEndpoint } = apiOf(webhooks, caller)
    for (let index = 0; index < endpointsEach; index += 1) {
      const path = index < hangingEach ? 'hang' : 'fine'
      const made = await createWebhookEndpoint({ url: `${receiverUrl}/${path}`, events: ['client.created'] })
      if (made.status !== 201) throw new Error(`An endpoint was rejected: ${JSON.stringify(made.body)}`)
    }
    shops.push(apiOf(scheduling, caller))
  }
  const all: number[] = []
  const results: Record<string, number[]> = { median: [], '99th percentile': [] }
  for (let round = 0; round < rounds; round += 1) {
    waits = []
    for (const { createClient } of shops) {
      await createClient({ name: 'Mona Haddad' })
      await delay(pauseMs)
    }
    while (waits.length < workspaceCount * (endpointsEach - hangingEach)) await delay(100)
    all.push(...waits)
    results['median']!.push(share(waits, 0.5))
    results['99th percentile']!.push(share(waits, 0.99))
  }
  await report({
    id: 'webhooks',
    title: 'Webhooks: time from a change to its arrival, with 100 of 1,000 endpoints hanging',
    unit: 'ms',
    results,
    goals: [
      {
        goal: 'webhooks: 99th percentile of the delay with 100 of 1,000 endpoints hanging (ms)',
        value: share(all, 0.99),
        atMost: 2000,
      },
    ],
  })
} finally {
  await platform.stop()
  server.closeAllConnections()
  server.close()
  rmSync(dataDir, { recursive: true, force: true })
}
