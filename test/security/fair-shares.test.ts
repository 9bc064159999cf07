import { connect, type Socket } from 'node:net'
import * as scheduling from '@wp/scheduling/contract'
import {
  definitionOf,
  inProcess,
  newWorkspace,
  platform,
  type InProcess,
  type TestWorkspace,
} from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// One caller sends many requests that never finish. Other callers must not be affected. `npm run wp -- test
// security fair-shares` runs the attacks at full size against the default limits and prints response times.
const isFull = process.env['FULL'] === '1'
const rounds = isFull ? 100 : 5
const smaller = isFull ? 1 : 10

/** The gateway reads a caller's address from X-Forwarded-For, so that one test can simulate several callers. */
const limits = {
  TRUSTED_PROXIES: '127.0.0.1',
  MAX_IN_FLIGHT: String(2000 / smaller),
  MAX_UNFINISHED_BODIES: String(2000 / smaller),
  MAX_IN_FLIGHT_PER_REPLICA: isFull ? '256' : '25',
  MAX_UPLOADS_PER_REPLICA: isFull ? '64' : '8',
  // Other tests use the services at the same time, and the machine may stall.
  UPSTREAM_LATE_MS: '60000',
  MAX_WAITING_MS: '60000',
  ...Object.fromEntries(
    ['DEFAULT', 'SIGNUP', 'AUTH', 'WEBHOOK', 'ORDER'].map((name) => [`RATE_LIMIT_${name}`, '1000000']),
  ),
}

let gateway: InProcess
let victim: TestWorkspace
let attacker: TestWorkspace
let booking: { clientId: string; serviceIds: string[] }
let bookings = 0
beforeAll(async () => {
  const shop = await newWorkspace(scheduling)
  ;[victim, attacker] = [shop, await newWorkspace()]
  const { client } = (await shop.api.createClient({ name: 'Ali' })).body
  const { service } = (await shop.api.createService({ name: 'Haircut', durationMinutes: 30, price: 10 })).body
  booking = { clientId: client.id, serviceIds: [service.id] }
  gateway = await inProcess((await definitionOf('gateway'))!, {
    env: { ...limits, NATS_URL: platform().natsUrl },
  })
})
afterAll(() => gateway?.stop())

type Attack = { count: number; bytes: (index: number) => string }

const request = (path: string, headers: string[], length: number, sent: number): string =>
  `POST /v1${path} HTTP/1.1\r\nHost: a.example\r\n${headers.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n${' '.repeat(sent)}`

const json = 'Content-Type: application/json'

const attacks: [string, () => Attack][] = [
  [
    '256 unfinished logins of 70 kB from one address',
    () => ({
      count: Math.ceil(256 / smaller),
      bytes: () => request('/auth/login', [json, 'X-Forwarded-For: 192.0.2.1'], 70_000, 69_000),
    }),
  ],
  [
    '280 unfinished uploads of one workspace',
    () => ({
      count: Math.ceil(280 / smaller),
      bytes: () =>
        request(
          `/client/workspace/${attacker.workspaceId}/receipts`,
          [
            'Content-Type: multipart/form-data; boundary=x',
            `Authorization: Bearer ${attacker.token}`,
            'X-Forwarded-For: 192.0.2.1',
          ],
          100_000,
          70_000,
        ),
    }),
  ],
  [
    '2,700 bodies of one byte from three addresses',
    () => ({
      count: 2700 / smaller,
      bytes: (index) => request('/auth/login', [json, `X-Forwarded-For: 192.0.2.${index % 3}`], 70_000, 1),
    }),
  ],
]

/** Keeps this many unfinished requests open until `stop`; a connection that the gateway closes is opened again. */
const startAttack = async ({ count, bytes }: Attack) => {
  const { hostname, port } = new URL(gateway.url)
  const sockets = new Set<Socket>()
  let isOver = false
  const open = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(bytes(index), () => resolve()))
      sockets.add(socket)
      socket
        .on('error', () => resolve())
        .on('close', () => {
          sockets.delete(socket)
          if (!isOver) setTimeout(() => void (isOver || open(index)), 50)
        })
      socket.resume()
    })
  for (let index = 0; index < count; index += 1) await open(index)
  return {
    stop: (): void => {
      isOver = true
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Logs in, books and reads like another caller; returns the response times and fails for any other status. */
const useNormally = async (): Promise<number[]> => {
  const times: number[] = []
  const ask = async (path: string, expected: number, body?: unknown, token?: string): Promise<string> => {
    const since = performance.now()
    const reply = await fetch(`${gateway.url}/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-forwarded-for': '192.0.2.200',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    times.push(performance.now() - since)
    expect([path, reply.status, text]).toEqual([path, expected, text])
    return text
  }
  const { email, password, workspaceId } = victim
  const workspace = `/workspace/${workspaceId}`
  for (let round = 0; round < rounds; round += 1) {
    // The number of login sessions per account is limited, so this login's token is used.
    const { token } = JSON.parse(await ask('/auth/login', 200, { email, password })) as { token: string }
    await ask('/auth/me', 200, undefined, token)
    const date = new Date(Date.UTC(2027, 0, (bookings += 1))).toISOString().slice(0, 10)
    await ask(`${workspace}/sessions`, 201, { ...booking, name: 'Visit', date, startTime: '09:00' }, token)
    await ask(`${workspace}/clients`, 200, undefined, token)
    await ask(`/client/workspace/${workspaceId}/expenses`, 200, undefined, token)
  }
  return times
}

/** Returns the response times without an attack, after a first round that warms up the services. */
const useQuietly = async (): Promise<number[]> => {
  await useNormally()
  return useNormally()
}

const p99 = (times: number[]): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!)

describe('a flood of unfinished requests', () => {
  it.each(attacks)(
    'does not keep other callers from being served: %s',
    { timeout: 300_000 },
    async (name, attack) => {
      const quiet = isFull ? await useQuietly() : []
      const running = await startAttack(attack())
      const attacked = await useNormally().finally(running.stop)
      expect(attacked).toHaveLength(5 * rounds)
      if (!isFull) return
      const ratio = p99(attacked) / p99(quiet)
      process.stdout.write(
        `${name}: p99 ${p99(quiet)} ms quiet, ${p99(attacked)} ms under attack, ratio ${ratio.toFixed(2)}\n`,
      )
      expect(ratio).toBeLessThanOrEqual(3)
    },
  )
})
