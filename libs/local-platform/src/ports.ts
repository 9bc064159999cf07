import { createServer } from 'node:net'

export type PortRequest = number | 'free'
export type AllocatePort = (wanted: PortRequest) => Promise<number>

/** Below the range used for outgoing connections, so that none of them takes a chosen port. */
const freeRange = { from: 10_000, to: 32_000 }

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  })

/**
 * Returns a function that allocates loopback ports: the requested port or the next free one, or any free port
 * (`'free'`).
 */
export const createPortAllocator = (): AllocatePort => {
  const allocated = new Set<number>()
  return async (wanted) => {
    const span = freeRange.to - freeRange.from
    let port = wanted === 'free' ? freeRange.from + Math.floor(Math.random() * span) : wanted
    for (let tries = 0; tries < 2_000 && port < 65_536; tries += 1, port += 1) {
      if (allocated.has(port)) continue
      allocated.add(port)
      if (await isFree(port)) return port
    }
    throw new Error(`No free port on 127.0.0.1, starting at ${wanted}.`)
  }
}
