import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import { Webhook } from 'standardwebhooks'

type ListenOptions = {
  port: number
  /** Verifies signatures if set. */
  secret?: string | undefined
  /** The response status; anything but 2xx makes the platform retry. */
  status: number
  write: (text: string) => void
}

const maxBytes = 1024 * 1024

/** Starts a receiver on this machine that prints deliveries. */
export const listenToWebhooks = ({ port, secret, status, write }: ListenOptions): Promise<Server> => {
  const webhook = secret === undefined ? null : new Webhook(secret)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) request.destroy()
      else chunks.push(chunk)
    })
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      write(describeDelivery(text, request.headers, webhook))
      response.writeHead(status).end()
    })
  })
  const { promise, resolve, reject } = Promise.withResolvers<Server>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', () => resolve(server))
  return promise
}

/** Returns a delivery as text: a line with its type, id and signature, then the body. */
export const describeDelivery = (
  text: string,
  headers: IncomingHttpHeaders,
  webhook: Webhook | null,
): string => {
  const body = parse(text)
  const type = typeof body?.['type'] === 'string' ? body['type'] : 'unknown type'
  const id = String(headers['webhook-id'] ?? 'no id')
  const pretty = body === null ? text : JSON.stringify(body, null, 2)
  return `${type} ${id} (${verify(text, headers, webhook)})\n${pretty}\n`
}

const verify = (text: string, headers: IncomingHttpHeaders, webhook: Webhook | null): string => {
  if (!webhook) return 'signature not verified'
  try {
    webhook.verify(text, headers as Record<string, string>)
    return 'signature valid'
  } catch (error) {
    return `SIGNATURE INVALID: ${(error as Error).message}`
  }
}

const parse = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}
