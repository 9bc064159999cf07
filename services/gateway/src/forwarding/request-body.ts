import type { IncomingMessage } from 'node:http'
import { tooLarge } from '../limits/check-body.ts'

/**
 * A small body is buffered and can be resent. A larger one is streamed and can be resent only before streaming
 * starts.
 */
export type RequestBody = { buffer: Buffer } | { stream: AsyncIterable<Buffer>; hasStarted(): boolean }

const bufferLimit = 64 * 1024

/** Reads up to 64 KiB of a body. Throws PAYLOAD_TOO_LARGE when the body is longer than allowed. */
export const readBody = (request: IncomingMessage, limit: number): Promise<RequestBody> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const stop = (): void => {
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
    }
    const onGone = (): void => {
      stop()
      reject(new Error('The client disconnected while sending the body'))
    }
    const onEnd = (): void => {
      stop()
      resolve({ buffer: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size) })
    }
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk)
      size += chunk.length
      if (size > limit) {
        stop()
        reject(tooLarge(limit))
      } else if (size > bufferLimit) {
        request.pause()
        stop()
        resolve(toStream(request, chunks, size, limit))
      }
    }
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  })

const toStream = (request: IncomingMessage, head: Buffer[], headSize: number, limit: number): RequestBody => {
  let isStarted = false
  const stream = async function* (): AsyncGenerator<Buffer> {
    isStarted = true
    yield* head
    let size = headSize
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      yield chunk
    }
  }
  return { stream: { [Symbol.asyncIterator]: stream }, hasStarted: () => isStarted }
}
