import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = { status?: number; headers?: Record<string, string>; body: string }
type ReceivedRequest = { method: string; path: string; headers: Record<string, unknown>; body: string }

/** Starts a local HTTP server that records requests and sends the given reply, or none at all. */
export const startExternalServer = async () => {
  const requests: ReceivedRequest[] = []
  let answer: ((path: string) => Answer) | null = null
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      requests.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() })
      if (!answer) return
      const { status = 200, headers: more, body } = answer(url)
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    setAnswer: (next: ((path: string) => Answer) | null) => {
      answer = next
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
