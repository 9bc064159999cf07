import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export type Received = {
  path: string
  headers: Record<string, string>
  text: string
  body: {
    id: string
    type: string
    createdAt: string
    workspaceId: string
    data: Record<string, { id: string }>
  }
}

type Answer = (received: Received, response: ServerResponse) => void

const accept: Answer = (_, response) => void response.writeHead(204).end()

/** Starts a receiver of webhooks on loopback. `answer` replaces the default reply, 204. */
export const startReceiver = async () => {
  const received: Received[] = []
  const control = { answer: accept }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const headers = request.headers as Record<string, string>
      const one = { path: request.url!, headers, text, body: JSON.parse(text) as Received['body'] }
      received.push(one)
      control.answer(one, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    /** Returns the requests received under a path. */
    at: (path: string) => received.filter((one) => one.path === path),
    answer: (answer: Answer) => (control.answer = answer),
    acceptAll: () => (control.answer = accept),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Verifies a request as receivers do; throws when the signature is wrong. */
export const verify = (secret: string, { text, headers }: Received): unknown =>
  new Webhook(secret).verify(text, headers)
