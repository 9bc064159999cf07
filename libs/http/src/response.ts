import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { Content } from './reply.ts'
import type { Cookie } from './reply.ts'

export type Headers = Record<string, string | string[] | number>

/** Writes JSON, other content, or no body (`null`). Returns a promise only for streams. */
export const writeBody = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Headers,
): void | Promise<void> => {
  if (body === null || body === undefined) {
    response.writeHead(status, headers)
    response.end()
    return
  }
  if (body instanceof Content) return writeContent(response, status, body, headers)
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  headers['content-type'] = 'application/json; charset=utf-8'
  headers['content-length'] = length
  response.writeHead(status, headers)
  // Equal byte and character counts mean ASCII, which can be written as Latin-1 without encoding.
  response.end(text, length === text.length ? 'latin1' : 'utf8')
}

const writeContent = (
  response: ServerResponse,
  status: number,
  { contentType, data }: Content,
  headers: Headers,
): void | Promise<void> => {
  headers['content-type'] = contentType
  headers['x-content-type-options'] = 'nosniff'
  if (typeof data !== 'string' && !(data instanceof Uint8Array))
    return writeStream(response, status, data, headers)
  headers['content-length'] = Buffer.byteLength(data)
  response.writeHead(status, headers)
  response.end(data)
}

const writeStream = async (
  response: ServerResponse,
  status: number,
  data: Readable,
  headers: Headers,
): Promise<void> => {
  response.writeHead(status, headers)
  await pipeline(data, response)
}

/** Returns a strong ETag for a body, or null for a stream. */
export const etagOf = (body: unknown): string | null => {
  const data = body instanceof Content ? body.data : JSON.stringify(body)
  if (typeof data !== 'string' && !(data instanceof Uint8Array)) return null
  return `"${createHash('sha1').update(data).digest('base64url')}"`
}

/** Returns whether `If-None-Match` matches the tag, using weak comparison (RFC 9110). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' ||
    header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag))

const cookieName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

const cookiePath = /^\/[!-:<-~]*$/

/** Returns the `Set-Cookie` value for a cookie. Throws TypeError for an invalid name or path. */
export const toSetCookie = ({ name, value, maxAgeSeconds, secure, path = '/' }: Cookie): string => {
  if (!cookieName.test(name)) throw new TypeError(`"${name}" is not a valid cookie name`)
  if (!cookiePath.test(path)) throw new TypeError(`"${path}" is not a valid cookie path`)
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${Math.floor(maxAgeSeconds)}`
  return `${name}=${encodeURIComponent(value)}${age}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
