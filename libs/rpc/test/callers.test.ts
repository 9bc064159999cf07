import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { status } from '@grpc/grpc-js'
import { credentialFiles, openCallerCheck, openServiceTokens } from '@wp/credentials'
import { newServiceKey, toPublicKey } from '@wp/credentials/setup'
import { createLogger, createMetrics } from '@wp/telemetry'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rpcServer } from '../src/index.ts'
import { openClient, sampleClient, schedulingWith } from './peers.ts'

const request = { workspaceId: 'w', clientId: 'c' }

const serveForPos = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-rpc-'))
  const key = newServiceKey()
  writeFileSync(join(folder, credentialFiles.rpcKey), key)
  const callers = { pos: { keys: [toPublicKey(key)], methods: ['GetClient'] } }
  writeFileSync(join(folder, credentialFiles.rpcCallers), JSON.stringify(callers))
  const logLines: string[] = []
  const metrics = createMetrics('test')
  const server = rpcServer({
    host: '127.0.0.1',
    port: 0,
    services: [schedulingWith(async (id) => sampleClient(id))],
    callers: openCallerCheck({ service: 'scheduling', folder }),
    logger: createLogger({
      service: 'test',
      destination: { write: (line: string) => void logLines.push(line) },
    }),
    metrics,
    development: false,
  })
  const address = await server.start()
  onTestFinished(async () => {
    await server.close(200)
    rmSync(folder, { recursive: true })
  })
  return { address, logLines, metrics, tokens: openServiceTokens({ service: 'pos', folder }) }
}

describe('callers', () => {
  it('allows an authenticated caller to call only the declared methods', async () => {
    const { address, tokens } = await serveForPos()
    const client = openClient(address, { tokens })
    expect(await client.getClient(request)).toMatchObject({ client: { name: 'Mona' } })
    await expect(client.getStaff({ workspaceId: 'w', staffIds: [] })).rejects.toMatchObject({
      code: 'INTERNAL',
      cause: { status: status.PERMISSION_DENIED },
    })
  })

  it('rejects a caller without a token, and logs and counts the rejection', async () => {
    const { address, logLines, metrics } = await serveForPos()
    const client = openClient(address)
    await expect(client.getClient(request)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 1,
      cause: { status: status.UNAUTHENTICATED },
    })
    expect(logLines.join()).toContain('rejected a call from an unauthorized caller')
    expect(await metrics.registry.metrics()).toMatch(
      /rpc_server_refused_total\{[^}]*reason="missing"[^}]*\} 1/,
    )
  })

  it('repeats a call with a new token after its token was rejected', async () => {
    const { address, tokens } = await serveForPos()
    let isStale = true
    const client = openClient(address, {
      tokens: {
        tokenFor: (callee) => (isStale ? 'stale' : tokens.tokenFor(callee)),
        forget: () => {
          isStale = false
        },
      },
    })
    expect(await client.getClient(request)).toMatchObject({ client: { name: 'Mona' } })
  })
})
