import { createServer } from 'node:net'

export type PortRequest = number | 'free'
export type AllocatePort = (wanted: PortRequest) => Promise<number>

/** Below the range used for outgoing connections, so that none of them takes a chosen port. */
const freeRange = { from: 10_000, to: 32_000 }
const blockSize = 100

/** Listens on a port, if it is free, until the port is released. A process may end in the meantime. */
const take = (port: number): Promise<{ release(): Promise<void> } | null> =>
  new Promise((resolve) => {
    const server = createServer().unref()
    server.once('error', () => resolve(null))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      resolve({ release: () => new Promise((done) => server.close(() => done())) }),
    )
  })

const isFree = async (port: number): Promise<boolean> => {
  const taken = await take(port)
  await taken?.release()
  return taken !== null
}

/**
 * Yields the ports of blocks that this process claims by listening on their first port until it ends. Without a claim,
 * another process would be given a port whose program has not started yet, or is being restarted.
 */
async function* claimPorts(): AsyncGenerator<number, never> {
  const blocks = (freeRange.to - freeRange.from) / blockSize
  let block = Math.floor(Math.random() * blocks)
  for (let failures = 0; failures < blocks; block = (block + 1) % blocks) {
    const first = freeRange.from + block * blockSize
    if (await take(first)) {
      failures = 0
      for (let port = first + 1; port < first + blockSize; port += 1) yield port
    } else failures += 1
  }
  throw new Error(`No free block of ports on 127.0.0.1 from ${freeRange.from} to ${freeRange.to}.`)
}

const claimedPorts = claimPorts()

const allocateFree = async (): Promise<number> => {
  const { value: port } = await claimedPorts.next()
  return (await isFree(port)) ? port : allocateFree()
}

/**
 * Returns a function that allocates loopback ports: the requested port or the next free one, or any free port
 * (`'free'`).
 */
export const createPortAllocator = (): AllocatePort => {
  const allocated = new Set<number>()
  const allocateUnused = async (): Promise<number> => {
    const port = await allocateFree()
    if (allocated.has(port)) return allocateUnused()
    allocated.add(port)
    return port
  }
  return async (wanted) => {
    if (wanted === 'free') return allocateUnused()
    for (let port = wanted; port < Math.min(wanted + 2_000, 65_536); port += 1) {
      if (allocated.has(port)) continue
      allocated.add(port)
      if (await isFree(port)) return port
    }
    throw new Error(`No free port on 127.0.0.1, starting at ${wanted}.`)
  }
}
