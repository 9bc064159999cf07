import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, credentials, Server, ServerCredentials, type ServiceDefinition } from '@grpc/grpc-js'
import { credentialFiles, openCallerCheck, openServiceTokens } from '@wp/credentials'
import { newServiceKey, toPublicKey } from '@wp/credentials/setup'
import { schedulingService } from '@wp/protos'
import { implement, rpcClient, rpcServer } from '@wp/rpc'
import { createLogger, createMetrics, requestContext } from '@wp/telemetry'
import { alternate, ratio, report } from './measure.ts'

// G6: the cost of our gRPC wrapper on client and server, compared with bare grpc-js and the same messages. The
// wrapper adds caller identity, deadlines, context, a retry budget, a circuit breaker, metrics and error mapping.

const client = {
  id: '5f'.repeat(12),
  name: 'Mona Haddad',
  email: 'mona@example.com',
  phone: '+14155550123',
  dateOfBirth: '1990-05-01',
  gender: 'female',
  discount: { kind: 'percentage', value: 10 },
}
const request = { workspaceId: 'a'.repeat(24), clientId: client.id }
const parts = { logger: createLogger({ service: 'bench', level: 'silent' }), metrics: createMetrics('bench') }
const method = schedulingService.definition.GetClient

const bareServer = new Server()
bareServer.addService(schedulingService.definition as ServiceDefinition, {
  GetClient: (_call: unknown, respond: (error: null, value: object) => void) => respond(null, { client }),
})
const barePort = await new Promise<number>((resolve, reject) => {
  bareServer.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
    error ? reject(error) : resolve(port),
  )
})
const bareClient = new Client(`127.0.0.1:${barePort}`, credentials.createInsecure())
const bareCall = (): Promise<unknown> =>
  new Promise((resolve, reject) => {
    bareClient.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      { deadline: Date.now() + 2000 },
      (error, reply) => (error ? reject(error) : resolve(reply)),
    )
  })

const folder = mkdtempSync(join(tmpdir(), 'wp-bench-rpc-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const key = newServiceKey()
writeFileSync(join(folder, credentialFiles.rpcKey), key)
writeFileSync(
  join(folder, credentialFiles.rpcCallers),
  JSON.stringify({ pos: { keys: [toPublicKey(key)], methods: ['GetClient'] } }),
)

const ourServer = rpcServer({
  host: '127.0.0.1',
  port: 0,
  development: false,
  ...parts,
  callers: openCallerCheck({ service: 'scheduling', folder }),
  services: [
    implement(schedulingService, {
      getClient: async () => ({ client }),
      getServices: async () => ({ services: [] }),
      getStaff: async () => ({ staff: [] }),
    }),
  ],
})
const ourClient = rpcClient(schedulingService, {
  addresses: await ourServer.start(),
  tokens: openServiceTokens({ service: 'pos', folder }),
  ...parts,
})
const ourCall = (): Promise<unknown> =>
  requestContext.run({ requestId: 'bench', deadline: Date.now() + 5000 }, () => ourClient.getClient(request))

/** Returns the CPU time of this process per call, with eight concurrent calls. */
const cpuPerCall = async (call: () => Promise<unknown>, count: number): Promise<number> => {
  const before = process.cpuUsage()
  let left = count
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await call()
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

// The optimizing compiler must finish before the rounds begin.
for (const call of [bareCall, ourCall]) await cpuPerCall(call, 30_000)
const cpu = await alternate(
  { 'bare grpc-js': () => cpuPerCall(bareCall, 2000), 'our wrapper': () => cpuPerCall(ourCall, 2000) },
  11,
)
await report({
  id: 'rpc',
  title: 'A unary gRPC call, client and server',
  unit: 'µs CPU per call',
  results: cpu,
  goals: [
    {
      goal: 'G6 CPU: bare grpc-js / our wrapper',
      value: ratio(cpu['bare grpc-js'], cpu['our wrapper']),
      atLeast: 0.85,
    },
  ],
  note:
    "The wrapper adds the request's deadline, id and trace, the caller's credential and its verification, the choice of a replica, " +
    'a circuit breaker, and metrics on both sides.',
})
ourClient.close()
bareClient.close()
bareServer.forceShutdown()
await ourServer.close(100)
