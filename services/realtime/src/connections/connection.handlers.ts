import type { Principal, Verifier } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { WebSocket } from 'ws'
import { closeCodes, readMessage } from './connection.contract.ts'
import type { ClientMessage, ServerMessage } from './connection.contract.ts'

const timeToAuthenticateMs = 5_000
const recheckMs = 500
const pingMs = 30_000
const badFramesAllowed = 2
/** Frames that may wait for `ready`; a client that sends more before it has said who it is is not one of ours. */
const queuedFramesAllowed = 100

/**
 * One client: says `ready` once its token is verified, answers `ping`, takes a fresh token by `auth`, and is closed with
 * 4401 when no valid token comes within 5 s or the token expires or is revoked. Frames before `ready` wait for it.
 */
export const serveConnection = (socket: WebSocket, verifier: Verifier, upgradeToken: string | null): void => {
  let token = upgradeToken
  let isReady = false
  let badFrames = 0
  let hasAnsweredPing = true
  const queued: ClientMessage[] = []

  const send = (message: ServerMessage) => socket.send(JSON.stringify(message))
  const closeUnauthenticated = (reason: string) => socket.close(closeCodes.unauthenticated, reason)

  const authenticate = async (candidate: string): Promise<Principal | null> => {
    try {
      const principal = await verifier.verify(candidate)
      token = candidate
      return principal
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      closeUnauthenticated(error.message)
      return null
    }
  }

  const start = async (candidate: string): Promise<void> => {
    if (!(await authenticate(candidate)) || isReady) return
    isReady = true
    clearTimeout(deadline)
    send({ type: 'ready' })
    for (const message of queued.splice(0)) handleMessage(message)
  }

  const handleMessage = (message: ClientMessage): void => {
    switch (message.type) {
      case 'auth':
        void authenticate(message.token)
        return
      case 'ping':
        send({ type: 'pong' })
    }
  }

  const rejectFrame = (): void => {
    badFrames += 1
    if (badFrames > badFramesAllowed)
      return socket.close(closeCodes.badFrames, 'Three frames were no messages')
    send({
      type: 'error',
      error: { code: 'INVALID_REQUEST', message: 'The frame is no message that this server knows' },
    })
  }

  const deadline = setTimeout(
    () => closeUnauthenticated('No token came within 5 seconds'),
    timeToAuthenticateMs,
  )
  const recheck = setInterval(() => void (isReady && token && authenticate(token)), recheckMs)
  const heartbeat = setInterval(() => {
    if (!hasAnsweredPing) return socket.terminate()
    hasAnsweredPing = false
    socket.ping()
  }, pingMs)

  socket.on('pong', () => {
    hasAnsweredPing = true
  })
  socket.on('message', (data, isBinary) => {
    const message = isBinary ? null : readMessage((data as Buffer).toString())
    if (!message) return rejectFrame()
    if (isReady) return handleMessage(message)
    if (!token && message.type === 'auth') return void start(message.token)
    if (queued.push(message) > queuedFramesAllowed) closeUnauthenticated('Too many frames before the token')
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearTimeout(deadline)
    clearInterval(recheck)
    clearInterval(heartbeat)
  })
  if (token) void start(token)
}
