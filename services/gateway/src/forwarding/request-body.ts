import type { IncomingMessage } from 'node:http'
import { tooLarge } from '@wp/http'
import { tooSlow, type UnfinishedBody } from '../limits/unfinished-bodies.ts'

/** A buffered body can be resent. A streamed one can be resent only before streaming starts. */
export type RequestBody = { buffer: Buffer } | { stream: AsyncIterable<Buffer>; hasStarted(): boolean }

export type ReadOptions = {
  /** The largest accepted body, in bytes. */
  limit: number
  /** A body with more bytes than this is streamed. */
  bufferLimit: number
  unfinished: UnfinishedBody
  /** Called with the size of each buffered chunk. May throw to reject the body. */
  onBuffered?: (bytes: number) => void
}

/**
 * Reads a whole body, or the beginning of one that is streamed. Throws PAYLOAD_TOO_LARGE when it is longer than
 * allowed, and REQUEST_TIMEOUT when it arrives too slowly.
 */
export const readBody = (
  request: IncomingMessage,
  { limit, bufferLimit, unfinished, onBuffered }: ReadOptions,
): Promise<RequestBody> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const stop = (): void => {
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
    }
    const fail = (error: unknown): void => {
      stop()
      unfinished.end()
      reject(error)
    }
    const onGone = (): void => fail(callerGone())
    const onEnd = (): void => {
      stop()
      unfinished.end()
      resolve({ buffer: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size) })
    }
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk)
      size += chunk.length
      if (size > limit) return fail(tooLarge(limit))
      try {
        onBuffered?.(chunk.length)
      } catch (error) {
        return fail(error)
      }
      if (size <= bufferLimit) return
      request.pause()
      stop()
      resolve(toStream(request, chunks, size, limit, unfinished))
    }
    unfinished.onSlow = () => fail(tooSlow())
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  })

const callerGone = (): Error => new Error('The client disconnected while sending the body')

const toStream = (
  request: IncomingMessage,
  head: Buffer[],
  headSize: number,
  limit: number,
  unfinished: UnfinishedBody,
): RequestBody => {
  unfinished.isReading = false
  let isStarted = false
  const stream = async function* (): AsyncGenerator<Buffer> {
    isStarted = true
    try {
      yield* head
      let size = headSize
      for (let chunk; (chunk = await nextChunk(request, unfinished)) !== null; yield chunk) {
        size += chunk.length
        if (size > limit) throw tooLarge(limit)
      }
    } finally {
      unfinished.end()
      // After an early reply, the rest is discarded, because the next request on the connection comes after it.
      request.resume()
    }
  }
  return { stream: { [Symbol.asyncIterator]: stream }, hasStarted: () => isStarted }
}

/**
 * Returns the next chunk of a paused request, or null at its end. Throws REQUEST_TIMEOUT when it arrives too slowly.
 */
const nextChunk = (request: IncomingMessage, unfinished: UnfinishedBody): Promise<Buffer | null> =>
  new Promise((resolve, reject) => {
    if (request.readableEnded) return resolve(null)
    if (request.destroyed) return reject(callerGone())
    const stop = (): void => {
      unfinished.isReading = false
      request.pause()
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
    }
    const onData = (chunk: Buffer): void => {
      stop()
      resolve(chunk)
    }
    const onEnd = (): void => {
      stop()
      resolve(null)
    }
    const onGone = (): void => {
      stop()
      reject(callerGone())
    }
    unfinished.isReading = true
    unfinished.onSlow = () => {
      stop()
      reject(tooSlow())
    }
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
    request.resume()
  })
