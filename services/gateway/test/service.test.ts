import { identityService } from '@wp/protos'
import { implement, rpcServer } from '@wp/rpc'
import { defineService, startService, type RunningService } from '@wp/runtime'
import { describe, expect, it, onTestFinished } from 'vitest'
import { gateway } from '../src/service.ts'
import { json } from './start-gateway.ts'
import { nats, scratch } from './nats-server.ts'
import { thingHandlers } from './thing-routes.ts'
import { ownerToken, publicKeys, silentDeps } from './upstreams.ts'

/** Lets the service `things` serve the sample routes. */
const claims = JSON.stringify({
  things: {
    routes: ['/things/*', '/hooks', '/pictures', '/secret'],
    rootPaths: ['/shop/*', '/.well-known/*'],
  },
})

/** A minimal identity service that returns keys and no revocations. */
const identity = async (): Promise<string> => {
  const unused = async (): Promise<never> => {
    throw new Error('not used in this test')
  }
  const server = rpcServer({
    host: '127.0.0.1',
    port: 0,
    development: false,
    ...silentDeps(),
    services: [
      implement(identityService, {
        getJwks: async () => ({ keys: publicKeys }),
        revocationsSince: async () => ({ revocations: [], asOf: new Date().toISOString() }),
        getWorkspace: unused,
        exchangeApiKey: unused,
        getMessageLink: unused,
        upsertStaffAccount: unused,
        removeStaffAccount: unused,
        listStaffAccounts: unused,
      }),
    ],
  })
  const address = await server.start()
  onTestFinished(() => server.close(100))
  return address
}

const start = async () => {
  const env = {
    NATS_URL: (await nats()).url(),
    IDENTITY_RPC: await identity(),
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    TOKEN_ISSUER: 'wp',
    TOKEN_AUDIENCE: 'wp',
  }
  const sample = defineService('things', {
    config: {},
    database: false,
    open: () => ({ routes: thingHandlers() }),
  })
  const run = async (
    definition: Parameters<typeof startService>[0],
    more: object = {},
  ): Promise<RunningService> => {
    const running = await startService(definition, { env: { ...env, ...more } })
    onTestFinished(() => running.stop())
    return running
  }
  const replicas = [await run(sample as never), await run(sample as never)]
  const gatewayProcess = await run(gateway as never, {
    DATA_DIR: await scratch(),
    ROUTE_CLAIMS: claims,
    RATE_LIMIT_DEFAULT: '1000000',
  })
  const health = async () =>
    (await (await fetch(`${gatewayProcess.url}/health`)).json()) as { services: Record<string, number> }
  await expect.poll(async () => (await health()).services['things']).toBe(2)
  return { gatewayProcess, replicas, run: () => run(sample as never), health }
}

describe('gateway service', () => {
  it('is not ready and returns 503 with Retry-After until a service has published its routes', async () => {
    const env = {
      NATS_URL: (await nats()).url(),
      IDENTITY_RPC: await identity(),
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATA_DIR: await scratch(),
      ROUTE_CLAIMS: claims,
    }
    const running = await startService(gateway as never, { env })
    onTestFinished(() => running.stop())
    expect((await fetch(`${running.opsUrl}/ready`)).status).toBe(503)
    const early = await fetch(`${running.url}/v1/things/cup`)
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await (await fetch(`${running.url}/health`)).json()).toEqual({ status: 'degraded', services: {} })
    const sample = defineService('things', {
      config: {},
      database: false,
      open: () => ({ routes: thingHandlers() }),
    })
    const service = await startService(sample as never, { env })
    onTestFinished(() => service.stop())
    await expect.poll(async () => (await fetch(`${running.opsUrl}/ready`)).status).toBe(200)
    expect((await fetch(`${running.url}/v1/things/cup`)).status).toBe(200)
    expect((await fetch(`${running.url}/v1/nothing`)).status).toBe(404)
  })

  it('returns 503 with Retry-After for a service that is down, and reports it in /health', async () => {
    const env = {
      NATS_URL: (await nats()).url(),
      IDENTITY_RPC: await identity(),
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATA_DIR: await scratch(),
      ROUTE_CLAIMS: claims,
    }
    const sample = defineService('things', {
      config: {},
      database: false,
      open: () => ({ routes: thingHandlers() }),
    })
    await (await startService(sample as never, { env })).stop()
    const running = await startService(gateway as never, { env })
    onTestFinished(() => running.stop())
    const reply = await fetch(`${running.url}/v1/things/cup`)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await reply.json()).toMatchObject({ error: { code: 'UNAVAILABLE' } })
    expect((await fetch(`${running.url}/v1/nothing`)).status).toBe(404)
    expect(await (await fetch(`${running.url}/health`)).json()).toEqual({
      status: 'degraded',
      services: { things: 0 },
    })
    expect((await fetch(`${running.opsUrl}/ready`)).status).toBe(200)
  })

  it("discovers a new service, verifies tokens with identity's keys and adds the service to the OpenAPI document", async () => {
    const { gatewayProcess } = await start()
    const headers = { authorization: `Bearer ${await ownerToken()}` }
    await expect
      .poll(async () => (await fetch(`${gatewayProcess.url}/v1/secret`, { headers })).status, {
        timeout: 10_000,
      })
      .toBe(200)
    const document = (await (await fetch(`${gatewayProcess.url}/openapi.json`)).json()) as { paths: object }
    expect(Object.keys(document.paths)).toContain('/things/{name}')
  })

  it('loses no request while a replica drains under load', async () => {
    const { gatewayProcess, replicas, health } = await start()
    let isOver = false
    let answered = 0
    const lost: unknown[] = []
    const worker = async (number: number): Promise<void> => {
      for (let turn = number; !isOver; turn += 1) {
        const init = turn % 3 === 0 ? json({ name: 'x' }) : {}
        const path = turn % 3 === 0 ? '/v1/things' : '/v1/things/cup'
        const status = await fetch(`${gatewayProcess.url}${path}`, init).then(
          async (response) => {
            await response.arrayBuffer()
            return response.status
          },
          (error: unknown) => error,
        )
        if (status === 200) answered += 1
        else lost.push(status)
      }
    }
    const workers = Array.from({ length: 20 }, (_, number) => worker(number))
    await expect.poll(() => answered).toBeGreaterThan(200)
    await replicas[0]!.stop()
    const then = answered
    await expect.poll(() => answered).toBeGreaterThan(then + 200)
    isOver = true
    await Promise.all(workers)
    expect(lost).toEqual([])
    expect((await health()).services['things']).toBe(1)
  })
})
