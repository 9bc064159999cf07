import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { content, reply } from './reply.ts'
import type { Content, Reply } from './reply.ts'

/** Offsets of the first and last requested byte, counted from 0. */
type ByteRange = { readonly start: number; readonly end: number }

type SentFile = {
  readonly name: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly read: (range?: ByteRange) => Promise<{ stream: Readable }>
}

/**
 * Returns a reply with the whole file, or with the part requested by `Range` (206). A request for several ranges or
 * for a range outside the file gets the whole file, as RFC 9110 allows.
 */
export const fileReply = async (
  request: Pick<IncomingHttpHeaders, 'range'>,
  { name, contentType, sizeBytes, read }: SentFile,
): Promise<Reply<200, Content> | Reply<206, Content>> => {
  const range = requestedRange(request.range, sizeBytes)
  const { stream } = await read(range ?? undefined)
  const headers = {
    'accept-ranges': 'bytes',
    'content-length': String(range ? range.end - range.start + 1 : sizeBytes),
    'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(name)}`,
  }
  if (!range) return reply(200, content(contentType, stream), { headers })
  const part = { 'content-range': `bytes ${range.start}-${range.end}/${sizeBytes}` }
  return reply(206, content(contentType, stream), { headers: { ...headers, ...part } })
}

/** Returns the bytes requested by a `Range` header, or null for the whole file. */
export const requestedRange = (header: string | undefined, sizeBytes: number): ByteRange | null => {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!parts || (parts[1] === '' && parts[2] === '')) return null
  const [from, to] = [parts[1]!, parts[2]!]
  const start = from === '' ? Math.max(sizeBytes - Number(to), 0) : Number(from)
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  return start <= end ? { start, end } : null
}
