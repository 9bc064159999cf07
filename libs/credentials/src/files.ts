import { readFileSync, statSync } from 'node:fs'

/** What the folder of a service holds: its key, who may call it, and the seed of its user in NATS. */
export const credentialFiles = {
  rpcKey: 'rpc-key.pem',
  rpcCallers: 'rpc-callers.json',
  natsSeed: 'nats.seed',
} as const

const lookMs = 1000

export type FollowedFile<Value> = {
  /** What the file holds, at most a second old; the last that could be read when it cannot be read now. */
  current: () => Value
  /** Looks at the file now, whenever that was done last. */
  refresh: () => Value
}

/** A file that is read again when it has changed. Throws when it cannot be read at first. */
export const followFile = <Value>(
  path: string,
  parse: (text: string) => Value,
  now: () => number = Date.now,
): FollowedFile<Value> => {
  let version = versionOf(path)
  let value = parse(readFileSync(path, 'utf8'))
  let lookedAt = now()
  const refresh = (): Value => {
    lookedAt = now()
    try {
      const found = versionOf(path)
      if (found === version) return value
      value = parse(readFileSync(path, 'utf8'))
      version = found
    } catch {
      // It is being replaced: what is known goes on working, and the next look finds the new one.
    }
    return value
  }
  return { refresh, current: () => (now() - lookedAt >= lookMs ? refresh() : value) }
}

const versionOf = (path: string): string => {
  const { mtimeMs, ino, size } = statSync(path)
  return `${mtimeMs}.${ino}.${size}`
}
