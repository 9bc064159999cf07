import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = { status?: number; headers?: Record<string, string>; body: string }
type Asked = { method: string; path: string; headers: Record<string, unknown>; body: string }

/** A party outside of the platform, on loopback: it answers what the test says, or nothing at all, and remembers what it was asked. */
export const startOutside = async () => {
  const asked: Asked[] = []
  let answer: ((path: string) => Answer) | null = null
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      asked.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() })
      if (!answer) return
      const { status = 200, headers: more, body } = answer(url)
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answers: (next: ((path: string) => Answer) | null) => {
      answer = next
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
