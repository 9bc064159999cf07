import type { Channel, ClientMessage, ErrorMessage, EventOf, ServerMessage, SnapshotOf } from './messages.ts'
import { reconnectDelayMs } from './reconnecting.ts'

export type RealtimeStatus = 'connecting' | 'ready' | 'waiting' | 'closed'

export type RealtimeOptions = {
  /** `wss://<platform>/v1/realtime`; a function is asked at every connection. */
  url: string | (() => string)
  /** An access token; asked for at every connection. `isRefused`: the last one was not accepted, refresh it. */
  token: (state: { isRefused: boolean }) => string | Promise<string>
  onStatus?: (status: RealtimeStatus) => void
  /** 0 to 1; spreads attempts to connect. */
  random?: () => number
  /** Where there is none of the runtime's own (Node 20): that of `ws`. */
  WebSocket?: SocketClass
}

/** What is used of a WebSocket. */
type Socket = {
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
  onerror: ((event: never) => void) | null
  send(text: string): void
  close(): void
}
export type SocketClass = new (url: string, protocols: string[]) => object

export type SubscribeOptions<Name extends Channel> = {
  /** Begins after this number (0: with all that is kept); left out: only what is new. */
  after?: number
  /** Each event once, in order. */
  onEvent: (event: EventOf<Name>) => void
  /** History was lost; this is the state now. */
  onSnapshot?: (snapshot: SnapshotOf<Name>) => void
  /** The channel is heard from here on. */
  onSubscribed?: (seq: number) => void
  /** The channel cannot be heard (NOT_FOUND, FORBIDDEN); it is not asked for again. */
  onError?: (error: ErrorMessage['error']) => void
}

export type RealtimeClient = {
  /** Listens to a channel, over any number of connections; again: in place of before. */
  subscribe<const Name extends Channel>(channel: Name, options: SubscribeOptions<Name>): { close(): void }
  /** Hands over a fresh token before the one in use expires. */
  authenticate(token: string): void
  close(): void
}

type Listener = {
  readonly channel: string
  readonly options: SubscribeOptions<Channel>
  /** The number of the last event; undefined until the server has said where the channel is. */
  seq: number | undefined
}

const subprotocol = 'wp.v1'
const unauthenticated = 4401
const pingMs = 25_000
const pongMs = 10_000
const retryMs = 1000

/**
 * A connection that comes back by itself and goes on where it was: every event of a channel once and in order, or a
 * snapshot where history was lost. It ends only by `close`.
 */
export const connectRealtime = (options: RealtimeOptions): RealtimeClient => {
  const { random = Math.random } = options
  const listeners = new Map<string, Listener>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let socket: Socket | null = null
  let isReady = false
  let isClosed = false
  let isRefused = false
  let failures = 0

  const setStatus = (status: RealtimeStatus): void => options.onStatus?.(status)
  const later = (work: () => void, ms: number): (() => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
    return () => {
      clearTimeout(timer)
      timers.delete(timer)
    }
  }
  const send = (message: ClientMessage): void => {
    if (isReady) socket?.send(JSON.stringify(message))
  }
  const ask = ({ channel, seq }: Listener): void =>
    send({ type: 'subscribe', channel, ...(seq !== undefined && { after: seq }) })
  const askAgain = (listener: Listener): void =>
    void later(() => {
      if (listeners.get(listener.channel) === listener) ask(listener)
    }, retryMs)

  let stopPinging: () => void = () => undefined
  let stopWaiting: () => void = () => undefined
  /** A connection that was lost without a word looks open for a long time. */
  const ping = (from: Socket): void => {
    stopPinging = later(() => {
      send({ type: 'ping' })
      stopWaiting = later(() => giveUp(from), pongMs)
      ping(from)
    }, pingMs)
  }

  const receive = (from: Socket, message: ServerMessage): void => {
    if (message.type === 'ready') {
      isReady = true
      isRefused = false
      failures = 0
      setStatus('ready')
      ping(from)
      for (const listener of listeners.values()) ask(listener)
    } else if (message.type === 'pong') stopWaiting()
    else {
      const listener = listeners.get(message.channel ?? '')
      if (listener) receiveFor(listener, message)
    }
  }
  const receiveFor = (
    listener: Listener,
    message: Exclude<ServerMessage, { type: 'ready' | 'pong' }>,
  ): void => {
    const { options: handlers, channel, seq } = listener
    switch (message.type) {
      case 'subscribed':
        // A lower number than ours: the server counts anew, and a snapshot follows.
        listener.seq = Math.min(seq ?? message.seq, message.seq)
        return handlers.onSubscribed?.(message.seq)
      case 'event':
        if (seq !== undefined && message.seq <= seq) return
        listener.seq = message.seq
        return handlers.onEvent(message)
      case 'snapshot':
        listener.seq = message.seq
        return handlers.onSnapshot?.(message as SnapshotOf<Channel>)
      case 'unsubscribed':
        return askAgain(listener)
      case 'error': {
        const { code } = message.error
        if (code === 'RATE_LIMITED' || code === 'UNAVAILABLE') return askAgain(listener)
        listeners.delete(channel)
        handlers.onError?.(message.error)
      }
    }
  }

  /** Leaves the connection, whether or not the other side hears it, and makes another one later. */
  const giveUp = (from: Socket, code?: number): void => {
    if (socket !== from) return
    socket = null
    isReady = false
    stopPinging()
    stopWaiting()
    from.close()
    isRefused = code === unauthenticated
    waitAndConnect()
  }
  const waitAndConnect = (): void => {
    if (isClosed) return
    setStatus('waiting')
    later(() => void connect(), reconnectDelayMs(failures, random))
    failures += 1
  }
  const connect = async (): Promise<void> => {
    setStatus('connecting')
    let token: string
    try {
      token = await options.token({ isRefused })
    } catch {
      return waitAndConnect()
    }
    if (isClosed) return
    const url = typeof options.url === 'string' ? options.url : options.url()
    const opened = new (options.WebSocket ?? WebSocket)(url, [subprotocol, `bearer.${token}`]) as Socket
    socket = opened
    opened.onmessage = ({ data }) => {
      if (socket === opened) receive(opened, JSON.parse(String(data)) as ServerMessage)
    }
    opened.onclose = ({ code }) => giveUp(opened, code)
    opened.onerror = () => giveUp(opened)
  }
  void connect()

  return {
    subscribe: (channel, handlers) => {
      const listener: Listener = {
        channel,
        options: handlers as unknown as SubscribeOptions<Channel>,
        seq: handlers.after,
      }
      listeners.set(channel, listener)
      ask(listener)
      return {
        close: () => {
          if (listeners.get(channel) !== listener) return
          listeners.delete(channel)
          send({ type: 'unsubscribe', channel })
        },
      }
    },
    authenticate: (token) => send({ type: 'auth', token }),
    close: () => {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      const open = socket
      socket = null
      isReady = false
      open?.close()
      setStatus('closed')
    },
  }
}
