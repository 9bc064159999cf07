/** Who holds locks: a running transaction. `finished` resolves when it committed or aborted. */
export interface LockOwner {
  readonly finished: Promise<void>
  /** The commits its snapshot holds. */
  readonly since: number
}

const FORGET_STEP = 1000

/** Thrown inside a plain write that met a transaction's lock: wait for its end and try again. */
export class BlockedByTransaction extends Error {
  readonly owner: LockOwner
  constructor(owner: LockOwner) {
    super('A transaction holds the document')
    this.owner = owner
  }
}

/**
 * Locks on documents and unique keys, and the commits after which each was last written. A commit's number is given
 * out only when the commit is on disk and readable, so a snapshot taken at number n holds all commits up to n.
 */
export class Locks {
  readonly #owners = new Map<string, LockOwner>()
  /** Writes not committed yet, by key. */
  readonly #pending = new Map<string, number>()
  /** The last commit of each key that an open transaction may not have seen, oldest first. */
  #commits = new Map<string, number>()
  readonly #open = new Set<LockOwner>()
  #commit = 0

  /** The number of the last readable commit. */
  get commit(): number {
    return this.#commit
  }

  get openCount(): number {
    return this.#open.size
  }

  begin(owner: LockOwner): void {
    this.#open.add(owner)
  }

  /** Locks keys for a transaction; false when another holds one or wrote it since the transaction's snapshot. */
  acquire(owner: LockOwner, keys: readonly string[]): boolean {
    for (const key of keys) {
      const holder = this.#owners.get(key)
      if (holder === owner) continue
      if (holder !== undefined) return false
      if (this.#pending.has(key) || (this.#commits.get(key) ?? 0) > owner.since) return false
    }
    for (const key of keys) this.#owners.set(key, owner)
    return true
  }

  /** Ends a transaction and frees its locks. */
  end(owner: LockOwner, keys: Iterable<string>): void {
    this.#open.delete(owner)
    for (const key of keys) if (this.#owners.get(key) === owner) this.#owners.delete(key)
    this.#forget()
  }

  /** Lets a plain write pass, or throws when a transaction holds one of the keys. */
  check(keys: readonly string[]): void {
    for (const key of keys) {
      const holder = this.#owners.get(key)
      if (holder !== undefined) throw new BlockedByTransaction(holder)
    }
  }

  /** Notes a write that is not committed yet. */
  noteWrite(keys: readonly string[]): void {
    for (const key of keys) this.#pending.set(key, (this.#pending.get(key) ?? 0) + 1)
  }

  /** Notes that writes are on disk and readable. */
  noteCommit(keys: readonly string[]): void {
    this.#commit++
    for (const key of keys) {
      const pending = this.#pending.get(key) ?? 0
      if (pending > 1) this.#pending.set(key, pending - 1)
      else this.#pending.delete(key)
      if (this.#open.size === 0) continue
      this.#commits.delete(key)
      this.#commits.set(key, this.#commit)
    }
    this.#forget()
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#pending.size + this.#commits.size
  }

  /** Forgets commits that every open transaction has seen; a little at a time, for nobody to wait. */
  #forget(): void {
    const [oldest] = this.#open
    if (oldest === undefined) {
      this.#commits = new Map()
      return
    }
    let left = FORGET_STEP
    for (const [key, commit] of this.#commits) {
      if (commit > oldest.since || left-- === 0) return
      this.#commits.delete(key)
    }
  }
}
