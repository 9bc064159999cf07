import { PassThrough } from 'node:stream'
import { schedulingService } from '@wp/protos'
import { createLogger, createMetrics } from '@wp/telemetry'
import { onTestFinished } from 'vitest'
import {
  implement,
  rpcClient,
  rpcServer,
  type RpcCall,
  type RpcClientOptions,
  type RpcImplementation,
} from '../src/index.ts'

export const silentTelemetry = () => ({
  logger: createLogger({ service: 'test', destination: new PassThrough().resume() }),
  metrics: createMetrics('test'),
})

/** Starts a server on a loopback port. It is closed when the test ends. */
export const serve = async (services: RpcImplementation[], port = 0, host = '127.0.0.1') => {
  const server = rpcServer({ host, port, services, ...silentTelemetry(), development: true })
  await server.start()
  onTestFinished(() => server.close(200))
  return server
}

type Client = { id: string; name: string; discount: null }

/** Returns the scheduling service with the given method; its other methods return empty lists. */
export const schedulingWith = (getClient: (id: string, call: RpcCall) => Promise<Client | null>) =>
  implement(schedulingService, {
    getClient: async ({ clientId }, call) => ({ client: await getClient(clientId, call) }),
    getServices: async () => ({ services: [] }),
    getStaff: async () => ({ staff: [] }),
  })

export const openClient = (addresses: string, options: Partial<RpcClientOptions> = {}) => {
  const client = rpcClient(schedulingService, { addresses, ...silentTelemetry(), ...options })
  onTestFinished(() => client.close())
  return client
}

export const sampleClient = (id: string): Client => ({ id, name: 'Mona', discount: null })
