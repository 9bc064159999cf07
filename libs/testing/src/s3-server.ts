import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const s3Keys = { accessKeyId: 'test-key', secretAccessKey: 'test-secret', region: 'eu-test-1' }

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Returns whether the request has a recent, valid AWS Signature Version 4 that covers the payload. */
const isSigned = (request: IncomingMessage, body: Buffer): boolean => {
  const { authorization = '' } = request.headers
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
  if (!parts) return false
  const [, accessKeyId, day, region, names, signature] = parts as unknown as string[]
  const header = (name: string) => String(request.headers[name] ?? '')
  const time = header('x-amz-date')
  const sentAt = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const mustBeSigned = ['host', 'x-amz-content-sha256', 'x-amz-date', ...(header('range') ? ['range'] : [])]
  if (accessKeyId !== s3Keys.accessKeyId || region !== s3Keys.region || !time.startsWith(day!)) return false
  if (!(Math.abs(Date.now() - sentAt) < 15 * 60_000)) return false
  if (!mustBeSigned.every((name) => names!.split(';').includes(name))) return false
  if (header('x-amz-content-sha256') !== sha256(body)) return false
  const canonical = `${request.method}\n${request.url}\n\n${names!
    .split(';')
    .map((name) => `${name}:${header(name)}\n`)
    .join('')}\n${names}\n${sha256(body)}`
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${sha256(canonical)}`
  const byDay = hmac(hmac(hmac(`AWS4${s3Keys.secretAccessKey}`, day!), region!), 's3')
  return hmac(hmac(byDay, 'aws4_request'), toSign).toString('hex') === signature
}

/** Starts a minimal HTTP server for S3 that checks every signature. */
export const startS3Server = async () => {
  const objects = new Map<string, { bytes: Buffer; contentType: string }>()
  let isBroken = false
  let isWhole = false
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    if (isBroken) return response.writeHead(500).end('<Error><Code>InternalError</Code></Error>')
    if (!isSigned(request, body))
      return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    const key = request.url!
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, contentType: request.headers['content-type']! })
      return response.end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const found = objects.get(key)
    if (!found) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    response.setHeader('content-type', found.contentType)
    if (!range || isWhole) return response.end(found.bytes)
    const [start, end] = [Number(range[1]), Number(range[2])]
    response.setHeader('content-range', `bytes ${start}-${end}/${found.bytes.length}`)
    return response.writeHead(206).end(found.bytes.subarray(start, end + 1))
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: () => [...objects.keys()],
    /** Makes the server send whole files when parts are requested. */
    ignoreRanges: (now: boolean) => {
      isWhole = now
    },
    fail: (now: boolean) => {
      isBroken = now
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
