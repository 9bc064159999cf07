import type { Duplex } from 'node:stream'
import type { Principal } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { WebSocket } from 'ws'
import { dropForbidden, subscribe, unsubscribe } from '../channels/channel.actions.ts'
import type { Subscriber } from '../channels/channel.store.ts'
import type { RealtimeDeps } from '../deps.ts'
import { closeCodes } from '../sockets/close-code.contract.ts'
import { readMessage } from './connection.contract.ts'
import type { ClientMessage } from './connection.contract.ts'
import { requireSameCaller, takeMessage } from './connection.rules.ts'
import { createWriter } from '../sockets/socket-writer.actions.ts'

/**
 * Serves one client: sends `ready` once its token is verified, answers messages and accepts a new token with `auth`.
 * Closes with 4401 when no valid token arrives within 5 s, or when it expires or is revoked. Queues frames until
 * `ready`.
 */
export const serveConnection = (
  deps: RealtimeDeps,
  client: WebSocket,
  socket: Duplex,
  upgradeToken: string | null,
): void => {
  const { verifier, limits, connections, logger } = deps
  const isChannel = (name: string): boolean => deps.catalogue.find(name) !== null
  const writer = createWriter(client, socket, limits)
  const queued: ClientMessage[] = []
  let connection: Subscriber | null = null
  let token = upgradeToken
  let badFrames = 0
  let hasAnsweredPing = true
  let allowance = { left: limits.messagesPerSecond, atMs: performance.now() }

  const closeFor = (error: unknown): void => {
    const isRefusal = error instanceof AppError && error.status === 401
    if (!(error instanceof AppError))
      logger.error({ err: error }, 'failed to verify a token; the connection was closed')
    client.close(
      isRefusal ? closeCodes.unauthenticated : closeCodes.tryAgainLater,
      isRefusal ? error.message : 'Tokens cannot be verified right now; connect again',
    )
  }
  const sendError = (error: unknown, channel?: string): void => {
    const isKnown = error instanceof AppError && (error.status < 500 || error.code === 'UNAVAILABLE')
    // Server failures are reported as UNAVAILABLE, which clients retry.
    const known = isKnown ? error : toUnavailable(error)
    if (!isKnown)
      logger.warn({ err: error, channel }, 'failed to answer a message; the client received UNAVAILABLE')
    const { code, message } = known
    writer.send({ type: 'error', ...(channel !== undefined && { channel }), error: { code, message } })
  }

  const start = async (candidate: string): Promise<void> => {
    token = candidate
    try {
      const principal = await verifier.verify(candidate)
      if (client.readyState !== client.OPEN || connection) return
      if (!connections.add(workspaceOf(principal)))
        return client.close(closeCodes.tooManySockets, 'The workspace has too many connections')
      connection = { principal, writer, subscriptions: new Map(), replaying: Promise.resolve() }
    } catch (error) {
      return closeFor(error)
    }
    clearTimeout(deadline)
    writer.send({ type: 'ready' })
    for (const message of queued.splice(0)) handleMessage(connection, message)
  }
  const renew = async (open: Subscriber, candidate: string): Promise<void> => {
    try {
      const principal = await verifier.verify(candidate)
      requireSameCaller(open.principal, principal)
      token = candidate
      open.principal = principal
      dropForbidden(deps, open, principal)
    } catch (error) {
      closeFor(error)
    }
  }
  const verifyAgain = async (open: Subscriber, known: string): Promise<void> => {
    try {
      open.principal = await verifier.verify(known)
      dropForbidden(deps, open, open.principal)
    } catch (error) {
      closeFor(error)
    }
  }
  const recheck = (): void => {
    if (!connection || !token) return
    try {
      if (!verifier.recheck(connection.principal)) void verifyAgain(connection, token)
    } catch (error) {
      closeFor(error)
    }
  }

  const handleMessage = (open: Subscriber, message: ClientMessage): void => {
    switch (message.type) {
      case 'auth':
        return void renew(open, message.token)
      case 'subscribe':
        return void subscribe(deps, open, message.channel, message.after).catch((error: unknown) =>
          sendError(error, message.channel),
        )
      case 'unsubscribe':
        unsubscribe(deps, open, message.channel)
        return writer.send({ type: 'unsubscribed', channel: message.channel })
      case 'ping':
        writer.send({ type: 'pong' })
    }
  }
  const rejectFrame = (): void => {
    badFrames += 1
    if (badFrames > limits.badFramesAllowed)
      return client.close(closeCodes.badFrames, 'Three frames were not valid messages')
    sendError(
      new AppError(
        'INVALID_REQUEST',
        'The frame is not a valid message; send JSON with a type, such as {"type":"ping"}',
      ),
    )
  }
  const receive = (message: ClientMessage): void => {
    const left = takeMessage(allowance, limits.messagesPerSecond, performance.now())
    if (!left) return sendError(tooFast(limits.messagesPerSecond), channelOf(message))
    allowance = left
    if (connection) return handleMessage(connection, message)
    if (!token && message.type === 'auth') return void start(message.token)
    if (queued.push(message) > limits.queuedFramesAllowed)
      client.close(closeCodes.unauthenticated, 'Too many frames before the token')
  }

  const deadline = setTimeout(
    () => client.close(closeCodes.unauthenticated, 'No token received within 5 seconds'),
    limits.timeToAuthenticateMs,
  )
  const rechecking = setInterval(recheck, limits.recheckMs)
  const heartbeat = setInterval(() => {
    if (!hasAnsweredPing) return client.terminate()
    hasAnsweredPing = false
    client.ping()
  }, limits.pingMs)

  client.on('pong', () => {
    hasAnsweredPing = true
  })
  client.on('message', (data, isBinary) => {
    const message = isBinary ? null : readMessage((data as Buffer).toString(), isChannel)
    if (message) receive(message)
    else rejectFrame()
  })
  client.on('error', () => client.terminate())
  client.on('close', () => {
    clearTimeout(deadline)
    clearInterval(rechecking)
    clearInterval(heartbeat)
    if (!connection) return
    connections.remove(workspaceOf(connection.principal))
    for (const channel of connection.subscriptions.keys()) unsubscribe(deps, connection, channel)
  })
  if (token) void start(token)
}

const workspaceOf = (principal: Principal): string | null =>
  principal.kind === 'workspace' ? principal.workspaceId : null

const channelOf = (message: ClientMessage): string | undefined =>
  'channel' in message ? message.channel : undefined

const tooFast = (perSecond: number): AppError =>
  new AppError(
    'RATE_LIMITED',
    `At most ${perSecond} messages per second are allowed; send this message again later`,
  )

const toUnavailable = (cause: unknown): AppError =>
  new AppError('UNAVAILABLE', 'The service is temporarily unavailable; try again shortly', { cause })
