import type { IncomingMessage } from 'node:http'
import { readBody, type RequestBody } from './request-body.ts'
import type { RequestState } from '../request-state.ts'
import type { RouteTarget } from '../routing/route-table.ts'
import type { Caller } from '../limits/caller.ts'
import { checkBody } from '../limits/check-body.ts'
import { shareError, type Shares } from '../limits/shares.ts'
import type { UnfinishedBodies } from '../limits/unfinished-bodies.ts'
import type { UploadAdmission } from '../limits/upload-admission.ts'

/** The limits for bodies that are still arriving, for the memory of buffered bodies, and for uploads. */
export type BodyLimits = { unfinished: UnfinishedBodies; buffered: Shares; uploads: UploadAdmission }

/** The number of bytes of an upload to buffer, so that a small upload can be resent to another replica. */
const uploadBuffer = 64 * 1024

/**
 * Reads a whole body, or the beginning of a large upload, within the caller's limits. Throws 408 when it arrives too
 * slowly, 400, 413 or 415 when the route does not accept it, and 429 or 503 when a limit is reached.
 */
export const receiveBody = async (
  state: RequestState,
  target: RouteTarget,
  caller: Caller,
  { unfinished, buffered, uploads }: BodyLimits,
): Promise<RequestBody> => {
  const { request, releases } = state
  const { bodyLimit } = target
  checkBody(request, target)
  const isUpload = target.body === 'upload'
  if (isUpload) {
    const declared = Number(request.headers['content-length'] ?? bodyLimit)
    releases.push(uploads.begin(caller, declared))
  }
  const body = unfinished.begin(caller, request.socket)
  releases.push(body.end)
  let held = 0
  releases.push(() => buffered.remove(caller, held))
  return readBody(request, {
    limit: bodyLimit,
    bufferLimit: isUpload ? uploadBuffer : bodyLimit,
    unfinished: body,
    onBuffered: (bytes) => {
      const exceeded = buffered.exceeded(caller, bytes)
      if (exceeded !== null) throw shareError(exceeded)
      buffered.add(caller, bytes)
      held += bytes
    },
  })
}

/**
 * Reads the rest of a body after its request was answered, so that the connection can be reused. Closes the
 * connection when the rest arrives too slowly.
 */
export const discardBody = (request: IncomingMessage, { unfinished }: BodyLimits): void => {
  const { socket } = request
  if (socket.destroyed) return
  const body = unfinished.watch(socket)
  body.onSlow = () => {
    body.end()
    socket.destroy()
  }
  request.once('end', body.end).once('close', body.end)
  request.resume()
}
