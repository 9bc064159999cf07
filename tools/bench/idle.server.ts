// The minimum that a service consists of: an HTTP server, an RPC server and a connection to the database,
// without work.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import express from 'express'
import { createConnection } from 'mongoose'
import { announce } from './measure.ts'

const connection = await createConnection(process.env['BENCH_MONGODB_URL']!).asPromise()
await connection.collection('bare').findOne({})
const rpc = new Server()
await new Promise<void>((resolve, reject) =>
  rpc.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error) =>
    error ? reject(error) : resolve(),
  ),
)
const server = createServer(express())
server.listen(0, '127.0.0.1', () => announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
