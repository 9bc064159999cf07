import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
/** How the server reacts to one request: with a reply or by breaking the connection. */
export type Step =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | 'break'
  | ((seen: Seen) => Promise<Step> | Step)

/** Starts a server that performs the given steps, one per request; the last step is repeated. */
export const scriptedServer = async (...steps: Step[]): Promise<{ url: string; seen: Seen[] }> => {
  const seen: Seen[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request
    const one = { method, path: url, headers, body: await text(request) }
    let step = steps[Math.min(seen.push(one), steps.length) - 1]!
    while (typeof step === 'function') step = await step(one)
    if (step === 'break') return request.socket.destroy()
    const { status, body, headers: extra } = step
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1', ...extra })
    return response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

export const failure = (code: string, details?: { path: string; message: string }[]) => ({
  error: { code, message: `${code} happened`, details },
})

/** Returns a clock that records waits without waiting. */
export const testClock = () => {
  const waits: number[] = []
  return {
    waits,
    now: () => 0,
    sleep: async (ms: number) => {
      waits.push(ms)
    },
  }
}
