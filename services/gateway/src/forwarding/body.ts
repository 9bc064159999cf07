import type { IncomingMessage } from 'node:http'
import { tooLarge } from '../limits/body-rules.ts'

/** A small body is whole and can be sent again; a larger one flows, and can be sent again only until it has begun to. */
export type ForwardBody = { whole: Buffer } | { flow: AsyncIterable<Buffer>; hasBegun(): boolean }

const wholeUpTo = 64 * 1024

/** Reads the beginning of a body, up to 64 KiB. PAYLOAD_TOO_LARGE when it turns out longer than allowed. */
export const readBody = (request: IncomingMessage, limit: number): Promise<ForwardBody> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const stop = (): void => {
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
    }
    const onGone = (): void => {
      stop()
      reject(new Error('The client went away while it was sending'))
    }
    const onEnd = (): void => {
      stop()
      resolve({ whole: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size) })
    }
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk)
      size += chunk.length
      if (size > limit) {
        stop()
        reject(tooLarge(limit))
      } else if (size > wholeUpTo) {
        request.pause()
        stop()
        resolve(flowOf(request, chunks, size, limit))
      }
    }
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  })

const flowOf = (request: IncomingMessage, head: Buffer[], headSize: number, limit: number): ForwardBody => {
  let begun = false
  const flow = async function* (): AsyncGenerator<Buffer> {
    begun = true
    yield* head
    let size = headSize
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      yield chunk
    }
  }
  return { flow: { [Symbol.asyncIterator]: flow }, hasBegun: () => begun }
}
