import type { ClientMessage, ServerMessage } from '@workspace-platform/client/realtime'
import { platform } from '@wp/testing'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

/** A client that sends only the messages given by the test. */
export type RawClient = {
  socket: WebSocket
  /** Returns the next message from the server. */
  next(): Promise<ServerMessage>
  /** Returns the next `count` messages, in order. */
  take(count: number): Promise<ServerMessage[]>
  send(message: ClientMessage | string): void
  closed: Promise<{ code: number; reason: string }>
}

const gateway = () => `${platform().gatewayUrl}/v1/realtime`

/** Connects without sending anything, through the gateway unless an address is given. */
export const connect = (
  protocols: string[],
  { url = gateway(), headers = {}, autoPong = true }: ConnectOptions = {},
): RawClient => {
  const socket = new WebSocket(url.replace('http', 'ws'), protocols, { headers, autoPong })
  onTestFinished(() => socket.terminate())
  const received: ServerMessage[] = []
  const waiting: ((message: ServerMessage) => void)[] = []
  socket.on('message', (data) => {
    const message = JSON.parse((data as Buffer).toString()) as ServerMessage
    const resolve = waiting.shift()
    if (resolve) resolve(message)
    else received.push(message)
  })
  socket.on('error', () => undefined)
  const next = () =>
    received.length > 0
      ? Promise.resolve(received.shift()!)
      : new Promise<ServerMessage>((resolve) => void waiting.push(resolve))
  return {
    socket,
    next,
    take: async (count) => {
      const messages: ServerMessage[] = []
      while (messages.length < count) messages.push(await next())
      return messages
    },
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    closed: new Promise((resolve) =>
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
    ),
  }
}

type ConnectOptions = { url?: string; headers?: Record<string, string>; autoPong?: boolean }

/** Connects and waits until the token is accepted. */
export const connectReady = async (token: string, options: ConnectOptions = {}): Promise<RawClient> => {
  const client = connect(['wp.v1', `bearer.${token}`], options)
  const first = await Promise.race([client.next(), client.closed])
  if (!('type' in first)) throw new Error(`closed with ${first.code}: ${first.reason}`)
  return client
}

export const waitUntilOpen = (client: RawClient) =>
  new Promise((resolve) => client.socket.once('open', resolve))

/** Subscribes and returns the `seq`, or the error code. */
export const subscribe = async (
  client: RawClient,
  channel: string,
  after?: number,
): Promise<number | string> => {
  client.send({ type: 'subscribe', channel, after })
  const message = await client.next()
  if (message.type === 'subscribed') return message.seq
  if (message.type === 'error') return message.error.code
  throw new Error(`answered by ${JSON.stringify(message)}`)
}
