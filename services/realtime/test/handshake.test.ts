import { newWorkspace, platform } from '@wp/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'

type Client = {
  socket: WebSocket
  /** The next message that the server sends. */
  next(): Promise<unknown>
  closed: Promise<{ code: number; reason: string }>
}

const connect = (protocols: string[], prefix = '/v1'): Client => {
  const address = `${platform().gatewayUrl.replace('http', 'ws')}${prefix}/realtime`
  const socket = new WebSocket(address, protocols)
  onTestFinished(() => socket.terminate())
  const received: unknown[] = []
  const waiting: ((message: unknown) => void)[] = []
  socket.on('message', (data) => {
    const message: unknown = JSON.parse((data as Buffer).toString())
    const resolve = waiting.shift()
    if (resolve) resolve(message)
    else received.push(message)
  })
  return {
    socket,
    next: () =>
      received.length > 0
        ? Promise.resolve(received.shift())
        : new Promise((resolve) => void waiting.push(resolve)),
    closed: new Promise((resolve) =>
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
    ),
  }
}

const waitUntilOpen = (client: Client) => new Promise((resolve) => client.socket.once('open', resolve))
const send = (client: Client, message: unknown) =>
  client.socket.send(typeof message === 'string' ? message : JSON.stringify(message))

describe('the handshake', () => {
  test.each(['/v1', '/api/v1'])(
    'a token in the subprotocol makes the connection ready under %s',
    async (prefix) => {
      const { token } = await newWorkspace()
      const client = connect(['wp.v1', `bearer.${token}`], prefix)
      expect(await client.next()).toEqual({ type: 'ready' })
      expect(client.socket.protocol).toBe('wp.v1')
      send(client, { type: 'ping' })
      expect(await client.next()).toEqual({ type: 'pong' })
    },
  )

  test('a token may come as the first message; what was sent before it is answered after ready', async () => {
    const { token } = await newWorkspace()
    const client = connect(['wp.v1'])
    await waitUntilOpen(client)
    send(client, { type: 'ping' })
    send(client, { type: 'auth', token })
    expect([await client.next(), await client.next()]).toEqual([{ type: 'ready' }, { type: 'pong' }])
  })

  test('a wrong token closes with 4401', async () => {
    const client = connect(['wp.v1'])
    await waitUntilOpen(client)
    send(client, { type: 'auth', token: 'not.a.token' })
    expect((await client.closed).code).toBe(4401)
  })

  test('without a token the connection closes with 4401 after five seconds', async () => {
    const client = connect(['wp.v1'])
    expect((await client.closed).code).toBe(4401)
  })

  test('a logout closes the connection with 4401 soon after', async () => {
    const { token } = await newWorkspace()
    const client = connect(['wp.v1', `bearer.${token}`])
    await client.next()
    await fetch(`${platform().gatewayUrl}/v1/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    expect((await client.closed).code).toBe(4401)
  })

  test('two bad frames get an error each, the third closes with 4400', async () => {
    const { token } = await newWorkspace()
    const client = connect(['wp.v1', `bearer.${token}`])
    await client.next()
    for (const frame of ['{', '{"type":"shout"}']) {
      send(client, frame)
      expect(await client.next()).toMatchObject({ type: 'error', error: { code: 'INVALID_REQUEST' } })
    }
    send(client, '[]')
    expect((await client.closed).code).toBe(4400)
  })

  test('a frame over 64 KiB closes with 1009', async () => {
    const { token } = await newWorkspace()
    const client = connect(['wp.v1', `bearer.${token}`])
    await client.next()
    send(client, 'x'.repeat(64 * 1024 + 1))
    expect((await client.closed).code).toBe(1009)
  })
})
