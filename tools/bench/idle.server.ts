// The minimum that a service consists of: an HTTP server, an RPC server, a connection to the database and, with
// BENCH_CONSUMERS, as many consumers of NATS as a service has; all without work.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import express from 'express'
import { MongoClient } from 'mongodb'
import { AckPolicy, connect, createInbox, nanos } from 'nats'
import { toConnectionOptions } from '../../libs/bus/src/nats-connection.ts'
import { announce } from './measure.ts'

const stream = 'wp-identity'
const expiresMs = 30_000
const inactiveMs = 60_000
/** The follower of revocations must notice a silent stream within two seconds; other consumers have time. */
const followerHeartbeatMs = 1000
const consumerHeartbeatMs = 10_000

/** Opens consumers of events that are never published. */
const openConsumers = async (url: string, count: number): Promise<void> => {
  const nats = await connect(toConnectionOptions(url))
  const manager = await nats.jetstreamManager({ checkAPI: false })
  const waitForMessages = async (heartbeatMs: number): Promise<void> => {
    const { name } = await manager.consumers.add(stream, {
      ack_policy: AckPolicy.None,
      filter_subject: 'wp.identity.bench.idle.v1',
      inactive_threshold: nanos(inactiveMs),
      mem_storage: true,
    })
    const inbox = createInbox()
    const body = JSON.stringify({
      batch: 256,
      expires: nanos(expiresMs),
      idle_heartbeat: nanos(heartbeatMs),
    })
    const request = () => nats.publish(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`, body, { reply: inbox })
    nats.subscribe(inbox, {
      callback: (_error, { headers }) => {
        if (headers?.code !== 100) request()
      },
    })
    request()
  }
  nats.subscribe('wp.identity.heartbeat', { callback: () => undefined })
  await waitForMessages(followerHeartbeatMs)
  for (let each = 1; each < count; each += 1) await waitForMessages(consumerHeartbeatMs)
}

const client = new MongoClient(process.env['BENCH_MONGODB_URL']!)
// As in the services: by default, the driver looks at its idle connections ten times a second.
Object.assign(client.options, { minPoolSizeCheckFrequencyMS: 60_000 })
await client.connect()
await client.db().collection('bare').findOne({})
const consumers = Number(process.argv[2])
if (consumers > 0) await openConsumers(process.env['BENCH_NATS_URL']!, consumers)
const rpc = new Server()
await new Promise<void>((resolve, reject) =>
  rpc.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error) =>
    error ? reject(error) : resolve(),
  ),
)
const server = createServer(express())
server.listen(0, '127.0.0.1', () => announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
