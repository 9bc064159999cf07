import { readFileSync, statSync } from 'node:fs'

/** File names in a service's credentials folder: its key, its allowed callers and the seed of its NATS user. */
export const credentialFiles = {
  rpcKey: 'rpc-key.pem',
  rpcCallers: 'rpc-callers.json',
  natsSeed: 'nats.seed',
} as const

const checkIntervalMs = 1000

export type ReloadingFile<Value> = {
  /**
   * Returns the parsed content, at most one second old, or the last valid one when the file cannot be read or parsed.
   */
  current: () => Value
  /** Like `current`, but checks now whether the file has changed. */
  refresh: () => Value
}

/**
 * Reads and parses a file, and rereads it when its value is requested after a change. Throws when the first
 * read fails.
 */
export const openReloadingFile = <Value>(
  path: string,
  parse: (text: string) => Value,
  now: () => number = () => performance.now(),
): ReloadingFile<Value> => {
  let version = versionOf(path)
  let value = parse(readFileSync(path, 'utf8'))
  let checkedAt = now()
  const refresh = (): Value => {
    checkedAt = now()
    try {
      const found = versionOf(path)
      if (found === version) return value
      value = parse(readFileSync(path, 'utf8'))
      version = found
    } catch {
      // The file may be incomplete while it is being replaced: use the known content until the next check.
    }
    return value
  }
  return { refresh, current: () => (now() - checkedAt >= checkIntervalMs ? refresh() : value) }
}

const versionOf = (path: string): string => {
  const { mtimeMs, ino, size } = statSync(path)
  return `${mtimeMs}.${ino}.${size}`
}
