import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { AppError, notFound } from '@wp/kernel'
import { requireContentType, requireKey } from './file-store.ts'
import type { FileContent, FileStore } from './file-store.ts'
import { emptySha256, signRequest } from './s3-signature.ts'
import type { S3Credentials } from './s3-signature.ts'

export type S3Options = S3Credentials & {
  /** URL of the storage without the bucket, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Prefix of every key, including its trailing `/`. */
  readonly prefix?: string
  /** Time without network activity in ms after which a request is aborted. */
  readonly idleMs?: number
}

type Call = {
  method: 'GET' | 'PUT' | 'DELETE'
  key: string
  headers?: Record<string, string>
  content?: FileContent
}

/**
 * Returns a FileStore that uses an existing S3-compatible bucket, with path-style URLs. Throws UNAVAILABLE when the
 * storage does not answer or returns an error other than 404.
 */
export const s3Files = (options: S3Options): FileStore => {
  const { bucket, region, prefix = '', idleMs = 10_000 } = options
  const endpoint = new URL(options.endpoint)
  const send = endpoint.protocol === 'https:' ? requestHttps : requestHttp

  const call = async ({ method, key, headers = {}, content }: Call): Promise<IncomingMessage> => {
    const path = `${endpoint.pathname.replace(/\/$/, '')}/${bucket}/${prefix}${key}`
    const unsigned = {
      method,
      path,
      headers: {
        ...headers,
        host: endpoint.host,
        ...(content && { 'content-length': String(content.sizeBytes) }),
      },
      payloadSha256: content?.sha256 ?? emptySha256,
    }
    const signed = signRequest(unsigned, options, region, new Date())
    const request = send(endpoint, { method, path, headers: signed, timeout: idleMs })
    let response: IncomingMessage | null = null
    // If the response has unread data, the reader is slow, not the storage.
    request.on('timeout', () => {
      if (!response?.readableLength) request.destroy(new Error('The storage did not answer in time'))
    })
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', (received) => resolve((response = received)))
      request.on('error', reject)
    })
    try {
      if (content) await Promise.race([pipeline(content.open(), request), answered])
      else request.end()
      return await answered
    } catch (error) {
      request.destroy()
      answered.catch(() => undefined)
      throw unavailable(error)
    }
  }

  return {
    async put(key, content, contentType) {
      requireKey(key)
      requireContentType(contentType)
      await finish(await call({ method: 'PUT', key, headers: { 'content-type': contentType }, content }))
    },

    async get(key, range) {
      requireKey(key)
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      const response = await call({ method: 'GET', key, ...(headers && { headers }) })
      if (response.statusCode === 404) {
        response.resume()
        throw notFound('File')
      }
      if (response.statusCode !== (range ? 206 : 200)) {
        await finish(response)
        throw unavailable(new Error(`The storage answered ${response.statusCode} to a request for a file`))
      }
      const total = response.headers['content-range']?.split('/').at(-1) ?? response.headers['content-length']
      return {
        stream: response,
        sizeBytes: Number(total),
        contentType: response.headers['content-type'] ?? 'application/octet-stream',
      }
    },

    async remove(key) {
      requireKey(key)
      const response = await call({ method: 'DELETE', key })
      if (response.statusCode === 404) response.resume()
      else await finish(response)
    },
  }
}

/** Reads the rest of a response. Throws UNAVAILABLE unless the status is 2xx. */
const finish = async (response: IncomingMessage): Promise<void> => {
  let text = ''
  for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>)
    if (text.length < 1000) text += chunk
  const { statusCode = 0 } = response
  if (statusCode < 200 || statusCode > 299)
    throw unavailable(new Error(`The storage answered ${statusCode} ${text.slice(0, 1000)}`))
}

const unavailable = (cause: unknown): AppError =>
  new AppError('UNAVAILABLE', 'The file storage is unavailable; try again', {
    cause,
    retryAfterSeconds: 5,
  })
