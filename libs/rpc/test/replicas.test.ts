import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openClient, sampleClient, schedulingWith, serve } from './peers.ts'

const patience = { timeout: 15_000 }

/** A server that counts its calls, behind an address that can freeze: connections stay open, nothing goes through. */
const freezableReplica = async () => {
  const calls = { count: 0 }
  const server = await serve([
    schedulingWith(async (id) => {
      calls.count += 1
      return sampleClient(id)
    }),
  ])
  let isFrozen = false
  const sockets = new Set<Socket>()
  const proxy = createServer((incoming) => {
    const outgoing = connect(Number(server.address.split(':')[1]), '127.0.0.1')
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => to.write(chunk))
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
    if (isFrozen) for (const socket of [incoming, outgoing]) socket.pause()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const setFrozen = (next: boolean) => {
    isFrozen = next
    for (const socket of sockets) socket[next ? 'pause' : 'resume']()
  }
  return { address: `127.0.0.1:${(proxy.address() as AddressInfo).port}`, calls, setFrozen }
}

const ask = (client: ReturnType<typeof openClient>) =>
  client.getClient({ workspaceId: 'w', clientId: 'c' }).then(
    () => 'OK',
    (error: { code: string }) => error.code,
  )

/** Until both have been called. */
const warmUp = async (
  client: ReturnType<typeof openClient>,
  replicas: Awaited<ReturnType<typeof freezableReplica>>[],
) => {
  for (const replica of replicas)
    await expect.poll(() => ask(client).then(() => replica.calls.count), patience).toBeGreaterThan(0)
}

test('a frozen replica of two costs the calls that were under way, and is asked again once it answers', async () => {
  const [frozen, healthy] = [await freezableReplica(), await freezableReplica()]
  const client = openClient(`${frozen.address},${healthy.address}`, { deadlineMs: 500 })
  await warmUp(client, [frozen, healthy])
  frozen.setFrozen(true)
  const codes: string[] = []
  for (let i = 0; i < 60; i += 1) codes.push(await ask(client))
  expect(codes.filter((code) => code !== 'OK').length).toBeLessThanOrEqual(2)
  expect(codes.slice(-50)).toEqual(Array(50).fill('OK'))

  frozen.setFrozen(false)
  const before = frozen.calls.count
  await expect.poll(() => ask(client).then(() => frozen.calls.count), patience).toBeGreaterThan(before)
})

test('a slow replica gets fewer calls than the one beside it', async () => {
  const slow = { count: 0 }
  const server = await serve([
    schedulingWith(async (id) => {
      slow.count += 1
      await new Promise((resolve) => setTimeout(resolve, 100))
      return sampleClient(id)
    }),
  ])
  const fast = await freezableReplica()
  const client = openClient(`${server.address},${fast.address}`)
  await warmUp(client, [fast])
  const callers = Array.from({ length: 4 }, async () => {
    for (let i = 0; i < 25; i += 1) await ask(client)
  })
  await Promise.all(callers)
  expect(slow.count).toBeLessThan(fast.calls.count)
})

test('the addresses behind a name are each called, and one that fails does not keep the others from it', async () => {
  const one = await freezableReplica()
  const client = openClient(`dns:///peer.invalid:${one.address.split(':')[1]}`, {
    deadlineMs: 500,
    // The second address of the name refuses connections: nobody listens there.
    lookUp: async () => ['127.0.0.1', '127.0.0.2'],
  })
  await expect.poll(() => ask(client), patience).toBe('OK')
  const codes: string[] = []
  for (let i = 0; i < 40; i += 1) codes.push(await ask(client))
  expect(codes.slice(-30)).toEqual(Array(30).fill('OK'))
  expect(one.calls.count).toBeGreaterThan(30)
})
