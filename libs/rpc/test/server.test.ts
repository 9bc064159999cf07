import { Client, credentials, Server } from '@grpc/grpc-js'
import { loadSync, type ServiceDefinition } from '@grpc/proto-loader'
import { protoPath } from 'grpc-health-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { rpcServer } from '../src/index.ts'
import { openClient, sampleClient, schedulingWith, serve, silentTelemetry } from './peers.ts'

const polling = { interval: 5 }

const healthOf = (address: string, service: string): Promise<unknown> => {
  const definition = loadSync(protoPath, { enums: String })['grpc.health.v1.Health'] as ServiceDefinition
  const check = definition['Check']!
  const client = new Client(address, credentials.createInsecure())
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      check.path,
      check.requestSerialize,
      check.responseDeserialize,
      { service },
      (error, reply) => {
        client.close()
        if (error) reject(error)
        else resolve((reply as { status: unknown }).status)
      },
    )
  })
}

describe('rpcServer', () => {
  it('answers the standard health check; while it drains, it answers NOT_SERVING but still serves calls', async () => {
    const server = await serve([schedulingWith(async () => null)])
    expect(await healthOf(server.address, '')).toBe('SERVING')
    expect(await healthOf(server.address, 'wp.scheduling.v1.SchedulingService')).toBe('SERVING')
    server.drain()
    expect(await healthOf(server.address, '')).toBe('NOT_SERVING')
    expect(await openClient(server.address).getClient({ workspaceId: 'w', clientId: 'c' })).toEqual({
      client: null,
    })
  })

  it('listens on IPv4 and IPv6 with the host ::, and has an address with brackets', async () => {
    const { address } = await serve([schedulingWith(async () => null)], 0, '::')
    expect(address).toMatch(/^\[::\]:\d+$/)
    const port = address.slice(5)
    expect(await healthOf(`ipv4:127.0.0.1:${port}`, '')).toBe('SERVING')
    expect(await healthOf(`ipv6:[::1]:${port}`, '')).toBe('SERVING')
  })

  it('listens on IPv4 with the host :: on a machine without IPv6', async () => {
    const binding = vi.spyOn(Server.prototype, 'bindAsync')
    binding.mockImplementationOnce((_address, _credentials, done) =>
      done(new Error('address family not supported'), 0),
    )
    onTestFinished(() => binding.mockRestore())
    const { address } = await serve([schedulingWith(async () => null)], 0, '::')
    expect(binding.mock.calls.map(([bound]) => bound)).toEqual(['[::]:0', '0.0.0.0:0'])
    expect(await healthOf(`ipv4:127.0.0.1:${address.slice(5)}`, '')).toBe('SERVING')
  })

  it('waits for a running call, and answers it, before it closes', async () => {
    let isRunning = false
    let finish: () => void = () => undefined
    const server = await serve([
      schedulingWith(async (id) => {
        isRunning = true
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        return sampleClient(id)
      }),
    ])
    const answer = openClient(server.address).getClient({ workspaceId: 'w', clientId: 'c' })
    await expect.poll(() => isRunning, polling).toBe(true)
    let isClosed = false
    const closed = server.close().then(() => {
      isClosed = true
    })
    await new Promise(setImmediate)
    expect(isClosed).toBe(false)
    finish()
    expect(await answer).toMatchObject({ client: { id: 'c' } })
    await closed
  })

  it('supports reflection in development only', async () => {
    const services = [schedulingWith(async () => null)]
    const status = async (development: boolean) => {
      const server = rpcServer({ host: '127.0.0.1', port: 0, services, ...silentTelemetry(), development })
      await server.start()
      onTestFinished(() => server.close(200))
      const client = new Client(server.address, credentials.createInsecure())
      onTestFinished(() => client.close())
      const plain = (value: Buffer) => value
      return new Promise((resolve) => {
        const path = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo'
        const stream = client.makeBidiStreamRequest(path, plain, plain, {})
        stream.on('status', ({ code }: { code: number }) => resolve(code))
        stream.on('data', () => undefined).on('error', () => undefined)
        stream.end()
      })
    }
    expect(await status(true)).toBe(0)
    expect(await status(false)).toBe(12)
  })
})

describe('rpcClient', () => {
  it('counts the calls of several clients in one metric', async () => {
    const server = await serve([schedulingWith(async () => null)])
    const telemetry = silentTelemetry()
    const [one, two] = [openClient(server.address, telemetry), openClient(server.address, telemetry)]
    for (let i = 0; i < 70; i += 1) await one.getClient({ workspaceId: 'w', clientId: 'c' })
    await two.getClient({ workspaceId: 'w', clientId: 'c' })
    const counted = /rpc_client_duration_seconds_count\{[^}]*method="GetClient"[^}]*\} (\d+)/
    expect(counted.exec(await telemetry.metrics.registry.metrics())?.[1]).toBe('71')
  })
})
