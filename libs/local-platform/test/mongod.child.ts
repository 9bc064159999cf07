import { appendFileSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startServer } from '@wp/embedded-mongo'
import { BSON } from 'mongodb'

// Simulates mongod: accepts its arguments, stores users, requires passwords when it has a key file, and forwards
// everything else to the embedded database. It always claims to be the primary.
const { values } = parseArgs({
  options: {
    dbpath: { type: 'string', default: '' },
    port: { type: 'string', default: '' },
    replSet: { type: 'string' },
    bind_ip: { type: 'string' },
    keyFile: { type: 'string' },
    setParameter: { type: 'string', default: '' },
  },
})
const { dbpath, keyFile } = values
appendFileSync(join(dbpath, 'runs'), `${JSON.stringify(process.argv.slice(2))}\n`)
if (keyFile !== undefined && (statSync(keyFile).mode & 0o077) !== 0) {
  process.stderr.write('permissions on the key file are too open\n')
  process.exit(1)
}
const userFile = join(dbpath, 'user-password')
const server = await startServer({
  dataDir: join(dbpath, 'data'),
  port: 0,
  transactionLifetimeLimitSeconds: Number(values.setParameter.split('=')[1]),
  ...(keyFile !== undefined && { passwordFile: userFile }),
})

type Message = { requestId: number; body: Record<string, unknown> }

const opMsg = 2013
const readMessage = (frame: Buffer): Message | null =>
  frame.readInt32LE(12) === opMsg && frame[20] === 0
    ? { requestId: frame.readInt32LE(4), body: BSON.deserialize(frame.subarray(21)) }
    : null

const toReply = (requestId: number, body: Record<string, unknown>): Buffer => {
  const document = BSON.serialize(body)
  const head = Buffer.alloc(21)
  for (const [at, value] of [head.length + document.length, 0, requestId, opMsg, 0].entries())
    head.writeInt32LE(value, at * 4)
  return Buffer.concat([head, document])
}

const makeUser = ({ pwd }: Record<string, unknown>, wanted: boolean): Record<string, unknown> => {
  if (existsSync(userFile) !== wanted)
    return { ok: 0, code: 51003, errmsg: 'the user already exists or is unknown' }
  writeFileSync(userFile, `${String(pwd)}\n`)
  return { ok: 1 }
}

/**
 * With a key file, users cannot be created. The embedded database has already authenticated the sender of
 * `updateUser`.
 */
const answerOf = (body: Record<string, unknown>): Record<string, unknown> | null => {
  if ('usersInfo' in body) return { ok: 1, users: existsSync(userFile) ? [{ user: body['usersInfo'] }] : [] }
  if ('createUser' in body)
    return keyFile ? { ok: 0, code: 13, errmsg: 'Unauthorized' } : makeUser(body, false)
  return 'updateUser' in body ? makeUser(body, true) : null
}

const relay = (client: Socket): void => {
  const upstream = connect(server.port, '127.0.0.1')
  upstream.pipe(client)
  let received: Buffer = Buffer.alloc(0)
  client.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    while (received.length >= 4 && received.length >= received.readInt32LE(0)) {
      const frame = received.subarray(0, received.readInt32LE(0))
      received = received.subarray(frame.length)
      const message = readMessage(frame)
      const answer = message && answerOf(message.body)
      if (answer) client.write(toReply(message.requestId, answer))
      else upstream.write(frame)
    }
  })
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const)
    one.on('error', () => other.destroy()).on('close', () => other.destroy())
}

createServer(relay).listen(Number(values.port), values.bind_ip)
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
