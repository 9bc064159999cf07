import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openClient, sampleClient, schedulingWith, serve } from './peers.ts'

/**
 * Starts a server that counts its calls behind a proxy that can freeze: connections stay open, but nothing is
 * forwarded.
 */
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

const call = (client: ReturnType<typeof openClient>) =>
  client.getClient({ workspaceId: 'w', clientId: 'c' }).then(
    () => 'OK',
    (error: { code: string }) => error.code,
  )

/** Calls until every replica was called. */
const warmUp = async (
  client: ReturnType<typeof openClient>,
  replicas: Awaited<ReturnType<typeof freezableReplica>>[],
) => {
  for (const replica of replicas)
    await expect.poll(() => call(client).then(() => replica.calls.count)).toBeGreaterThan(0)
}

describe('rpcClient with several replicas', () => {
  it('calls another replica when one is frozen, and uses the frozen one again once it answers', async () => {
    const [frozen, healthy] = [await freezableReplica(), await freezableReplica()]
    const client = openClient(`${frozen.address},${healthy.address}`, { deadlineMs: 1000, retryRatio: 1 })
    await warmUp(client, [frozen, healthy])
    frozen.setFrozen(true)
    const codes: string[] = []
    for (let i = 0; i < 60; i += 1) codes.push(await call(client))
    expect(codes).toEqual(Array(60).fill('OK'))

    frozen.setFrozen(false)
    const before = frozen.calls.count
    await expect.poll(() => call(client).then(() => frozen.calls.count)).toBeGreaterThan(before)
  })

  it('sends fewer calls to a slow replica than to a fast one', async () => {
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
      for (let i = 0; i < 25; i += 1) await call(client)
    })
    await Promise.all(callers)
    expect(slow.count).toBeGreaterThan(0)
    expect(slow.count).toBeLessThan(fast.calls.count)
  })

  it('uses the reachable address of a DNS name when the other one is unreachable', async () => {
    const one = await freezableReplica()
    const client = openClient(`dns:///peer.invalid:${one.address.split(':')[1]}`, {
      deadlineMs: 10_000,
      // Nothing listens on the second address.
      lookUp: async () => ['127.0.0.1', '127.0.0.2'],
    })
    await expect.poll(() => call(client)).toBe('OK')
    const codes: string[] = []
    for (let i = 0; i < 40; i += 1) codes.push(await call(client))
    expect(codes.slice(-30)).toEqual(Array(30).fill('OK'))
    expect(one.calls.count).toBeGreaterThan(30)
  })
})
