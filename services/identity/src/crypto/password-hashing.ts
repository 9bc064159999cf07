import { hash, verify } from '@node-rs/argon2'
import { AppError, semaphore } from '@wp/kernel'
import { requestContext } from '@wp/telemetry'
import type { Metrics } from '@wp/telemetry'

/** OWASP's least for argon2id with two passes and one lane: 19 MiB. */
export const leastMemoryKib = 19_456
/** The worker threads are shared with everything else: hashing never takes them all. */
const maxParallel = 2

/** More than wait for their turn at any honest moment; some seconds of work. */
const maxWaiting = 200

const inTurn = semaphore(maxParallel, maxWaiting)

/** What nobody waits for any more when its turn comes is not begun. */
const limited = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const { deadline = Number.POSITIVE_INFINITY, signal } = requestContext.current() ?? {}
  return inTurn(() => {
    if (signal?.aborted || Date.now() > deadline)
      throw new AppError('TIMEOUT', 'The time for this request has run out; try again')
    return work()
  })
}

/** Hashes and compares passwords, off the event loop; UNAVAILABLE when too many wait already. */
export const createPasswordHasher = (metrics: Metrics, memoryKib = leastMemoryKib) => {
  const parameters = { memoryCost: memoryKib, timeCost: 2, parallelism: 1 }
  /** What a hash of nobody's password looks like, so that an unknown email costs the same work as a known one. */
  const unknownHash = hash('nobody has this password', parameters)
  const operations = metrics.counter('wp_password_operations_total', 'Passwords hashed and compared', [
    'operation',
  ])
  return {
    hash: (password: string): Promise<string> => {
      operations.inc({ operation: 'hash' })
      return limited(() => hash(password, parameters))
    },

    /** Compares in any case: without a hash the answer is false after the same work. */
    verify: async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
      operations.inc({ operation: 'verify' })
      const against = passwordHash ?? (await unknownHash)
      const isRight = await limited(() => verify(against, password))
      return isRight && Boolean(passwordHash)
    },
  }
}
export type PasswordHasher = ReturnType<typeof createPasswordHasher>
