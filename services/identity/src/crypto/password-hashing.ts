import { hash, verify } from '@node-rs/argon2'
import { AppError, semaphore } from '@wp/kernel'
import { requestContext } from '@wp/telemetry'
import type { Metrics } from '@wp/telemetry'

/** The OWASP minimum for argon2id with two passes and one lane: 19 MiB. */
export const minMemoryKib = 19_456
/** Leaves threads in Node's thread pool free for other work. */
const maxParallel = 2

/** A queue of this length takes a few seconds to process; a longer one suggests an attack. */
const maxWaiting = 200

const runLimited = semaphore(maxParallel, maxWaiting)

/** Throws TIMEOUT instead of starting work whose caller has stopped waiting. */
const limited = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const { deadline = Number.POSITIVE_INFINITY, signal } = requestContext.current() ?? {}
  return runLimited(() => {
    if (signal?.aborted || performance.now() > deadline)
      throw new AppError('TIMEOUT', 'The request timed out; try again')
    return work()
  })
}

/** Hashes and verifies passwords in Node's thread pool. Throws UNAVAILABLE when too many calls are waiting. */
export const createPasswordHasher = (metrics: Metrics, memoryKib = minMemoryKib) => {
  const parameters = { memoryCost: memoryKib, timeCost: 2, parallelism: 1 }
  /**
   * Compared when the account or its password does not exist, so that the reply takes as long as for a wrong
   * password.
   */
  const dummyHash = hash('dummy password', parameters)
  const operations = metrics.counter('wp_password_operations_total', 'Passwords hashed and verified', [
    'operation',
  ])
  return {
    hash: (password: string): Promise<string> => {
      operations.inc({ operation: 'hash' })
      return limited(() => hash(password, parameters))
    },

    /** Returns false when there is no hash, after the same amount of work. */
    verify: async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
      operations.inc({ operation: 'verify' })
      const against = passwordHash ?? (await dummyHash)
      const isMatch = await limited(() => verify(against, password))
      return isMatch && Boolean(passwordHash)
    },
  }
}
export type PasswordHasher = ReturnType<typeof createPasswordHasher>
