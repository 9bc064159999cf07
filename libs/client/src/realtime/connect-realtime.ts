import type { Channel, ClientMessage, ErrorMessage, EventOf, ServerMessage, SnapshotOf } from './messages.ts'
import { reconnectDelayMs } from './reconnecting.ts'

export type RealtimeStatus = 'connecting' | 'ready' | 'waiting' | 'closed'

export type RealtimeOptions = {
  /** `wss://<platform>/v1/realtime`; if it is a function, it is called for every connection. */
  url: string | (() => string)
  /**
   * Returns an access token. Called for every connection; `isRefused` means that the last token was rejected and must
   * be refreshed.
   */
  token: (state: { isRefused: boolean }) => string | Promise<string>
  onStatus?: (status: RealtimeStatus) => void
  /**
   * Called when the platform refuses the connection for a reason that only a change to its settings can
   * resolve, such as an origin that is not allowed. By default it is reported like an uncaught error of the
   * page. The client keeps trying, with long delays.
   */
  onError?: (error: Error) => void
  /** Returns a number from 0 to 1 that spreads out reconnects. */
  random?: () => number
  /** The WebSocket class to use in runtimes without one (Node 20), such as the one from `ws`. */
  WebSocket?: SocketClass
}

/** The part of WebSocket that the client uses. */
type Socket = {
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number; reason?: string }) => void) | null
  onerror: ((event: never) => void) | null
  send(text: string): void
  close(): void
}
export type SocketClass = new (url: string, protocols: string[]) => object

export type SubscribeOptions<Name extends Channel> = {
  /** Starts after this event number (0 means all stored events). If absent, delivers only new events. */
  after?: number
  /** Called once for each event, in order. */
  onEvent: (event: EventOf<Name>) => void
  /** Called with the current state when the history is not available. */
  onSnapshot?: (snapshot: SnapshotOf<Name>) => void
  /** Called when the subscription is active. */
  onSubscribed?: (seq: number) => void
  /** Called when the channel is not available (NOT_FOUND, FORBIDDEN); the client does not retry. */
  onError?: (error: ErrorMessage['error']) => void
}

export type RealtimeClient = {
  /** Subscribes to a channel across reconnects; replaces an earlier subscription to the same channel. */
  subscribe<const Name extends Channel>(channel: Name, options: SubscribeOptions<Name>): { close(): void }
  /** Sends a new token. Call it before the current one expires. */
  authenticate(token: string): void
  close(): void
}

type Listener = {
  readonly channel: string
  readonly options: SubscribeOptions<Channel>
  /** Number of the last event, or undefined until the server confirms the subscription. */
  seq: number | undefined
}

const subprotocol = 'wp.v1'
const unauthenticated = 4401
const originRefused = 4403
const pingIntervalMs = 25_000
const pongTimeoutMs = 10_000
const retryMs = 1000

const reportUncaught = (error: Error): void =>
  (globalThis as { reportError?: (error: Error) => void }).reportError?.(error)

/**
 * Opens a connection that reconnects automatically and continues where it stopped. It delivers a channel's events
 * once and in order, or a snapshot if the history is not available. Only `close` ends it.
 */
export const connectRealtime = (options: RealtimeOptions): RealtimeClient => {
  const { random = Math.random, onError = reportUncaught } = options
  const listeners = new Map<string, Listener>()
  /** The number of unconfirmed unsubscribe messages, by channel. */
  const leaving = new Map<string, number>()
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
  const sendSubscribe = ({ channel, seq }: Listener): void =>
    send({ type: 'subscribe', channel, ...(seq !== undefined && { after: seq }) })
  /** Unsubscribes. Until the server confirms it, messages on the channel belong to the earlier subscription. */
  const leave = (channel: string): void => {
    if (!isReady) return
    leaving.set(channel, (leaving.get(channel) ?? 0) + 1)
    send({ type: 'unsubscribe', channel })
  }
  const onLeft = (channel: string): void => {
    const left = (leaving.get(channel) ?? 0) - 1
    if (left > 0) leaving.set(channel, left)
    else leaving.delete(channel)
  }
  const retrySubscribe = (listener: Listener): void =>
    void later(() => {
      if (listeners.get(listener.channel) !== listener) return
      // The rejected message may have been the unsubscribe.
      if (leaving.delete(listener.channel)) leave(listener.channel)
      sendSubscribe(listener)
    }, retryMs)

  let stopPinging: () => void = () => undefined
  let stopWaiting: () => void = () => undefined
  /** Detects connections that were lost without being closed. */
  const ping = (from: Socket): void => {
    stopPinging = later(() => {
      send({ type: 'ping' })
      stopWaiting = later(() => dropConnection(from), pongTimeoutMs)
      ping(from)
    }, pingIntervalMs)
  }

  const receive = (from: Socket, message: ServerMessage): void => {
    if (message.type === 'ready') {
      isReady = true
      isRefused = false
      failures = 0
      setStatus('ready')
      ping(from)
      for (const listener of listeners.values()) sendSubscribe(listener)
    } else if (message.type === 'pong') stopWaiting()
    else {
      const channel = message.channel ?? ''
      if (leaving.has(channel) && message.type !== 'error') {
        if (message.type === 'unsubscribed') onLeft(channel)
        return
      }
      const listener = listeners.get(channel)
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
        // A number lower than the last one means that the server restarted its numbering; a snapshot follows.
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
        return retrySubscribe(listener)
      case 'error': {
        const { code } = message.error
        if (code !== 'FORBIDDEN' && code !== 'NOT_FOUND') return retrySubscribe(listener)
        listeners.delete(channel)
        handlers.onError?.(message.error)
      }
    }
  }

  /** Closes the connection and schedules a new one. */
  const dropConnection = (from: Socket, code?: number, reason?: string): void => {
    if (socket !== from) return
    socket = null
    isReady = false
    leaving.clear()
    stopPinging()
    stopWaiting()
    from.close()
    isRefused = code === unauthenticated
    if (code === originRefused) {
      failures = Infinity
      onError(new Error(reason || 'The platform does not accept pages of this origin'))
    }
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
    let opened: Socket
    try {
      const url = typeof options.url === 'string' ? options.url : options.url()
      opened = new (options.WebSocket ?? WebSocket)(url, [subprotocol, `bearer.${token}`]) as Socket
    } catch {
      return waitAndConnect()
    }
    socket = opened
    opened.onmessage = ({ data }) => {
      if (socket === opened) receive(opened, JSON.parse(String(data)) as ServerMessage)
    }
    opened.onclose = ({ code, reason }) => dropConnection(opened, code, reason)
    opened.onerror = () => dropConnection(opened)
  }
  void connect()

  return {
    subscribe: (channel, handlers) => {
      const listener: Listener = {
        channel,
        options: handlers as unknown as SubscribeOptions<Channel>,
        seq: handlers.after,
      }
      if (listeners.has(channel)) leave(channel)
      listeners.set(channel, listener)
      sendSubscribe(listener)
      return {
        close: () => {
          if (listeners.get(channel) !== listener) return
          listeners.delete(channel)
          leave(channel)
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
