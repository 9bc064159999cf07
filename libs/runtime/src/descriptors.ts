import { readdirSync, readFileSync } from 'node:fs'

/** Returns how many files and connections the process can have open; Infinity if unknown. */
export const descriptorLimit = (): number => {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit)
  } catch (error) {
    if (isExhausted(error)) throw error
    return Number.POSITIVE_INFINITY
  }
}

/** Reserved for the database, NATS, calls between services, probes and files. */
const reserved = 128

/**
 * Returns how many HTTP connections a service accepts. Additional ones are closed immediately, so that
 * requests cannot take the descriptors that the service needs to handle them.
 */
export const limitHttpConnections = (descriptors: number): number => Math.max(16, descriptors - reserved)

/** Returns a warning when less than a tenth of the file descriptors are free. Only Linux reports how many are open. */
export const descriptorWarnings = (): string[] => {
  const advice = 'close connections or raise the limit (ulimit -n)'
  try {
    const limit = descriptorLimit()
    if (!Number.isFinite(limit)) return []
    const open = readdirSync('/proc/self/fd').length
    return open < limit * 0.9 ? [] : [`${open} of ${limit} file descriptors are in use; ${advice}`]
  } catch (error) {
    return isExhausted(error) ? [`All file descriptors are in use; ${advice}`] : []
  }
}

const isExhausted = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EMFILE' || code === 'ENFILE'
}
