import { hash, verify } from '@node-rs/argon2'
import { semaphore } from '@wp/kernel'
import type { Metrics } from '@wp/telemetry'

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** The worker threads are shared with everything else: hashing never takes them all. */
const atOnce = 2

/** What a hash of nobody's password looks like, so that an unknown email costs the same work as a known one. */
const nobodys = hash('nobody has this password', parameters)

const inTurn = semaphore(atOnce)

/** Hashes and compares passwords, off the event loop. */
export const passwordHasher = (metrics: Metrics) => {
  const done = metrics.counter('wp_password_operations_total', 'Passwords hashed and compared', ['operation'])
  return {
    hash: (password: string): Promise<string> => {
      done.inc({ operation: 'hash' })
      return inTurn(() => hash(password, parameters))
    },

    /** Compares in any case: without a hash the answer is false after the same work. */
    verify: async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
      done.inc({ operation: 'verify' })
      const against = passwordHash ?? (await nobodys)
      const isRight = await inTurn(() => verify(against, password))
      return isRight && Boolean(passwordHash)
    },
  }
}
export type PasswordHasher = ReturnType<typeof passwordHasher>
