/** Who holds locks: a running transaction. `finished` resolves when it committed or aborted. */
export interface LockOwner {
  readonly finished: Promise<void>
  /** The commits its snapshot holds. */
  readonly since: number
}

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
  readonly #writes = new Map<string, { pending: number; commit: number }>()
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
      const write = this.#writes.get(key)
      if (write !== undefined && (write.pending > 0 || write.commit > owner.since)) return false
    }
    for (const key of keys) this.#owners.set(key, owner)
    return true
  }

  /** Ends a transaction and frees its locks. */
  end(owner: LockOwner, keys: Iterable<string>): void {
    this.#open.delete(owner)
    for (const key of keys) if (this.#owners.get(key) === owner) this.#owners.delete(key)
    if (this.#open.size > 0) return
    for (const [key, write] of this.#writes) if (write.pending === 0) this.#writes.delete(key)
  }

  /** Lets a plain write pass, or throws when a transaction other than `self` holds one of the keys. */
  check(keys: readonly string[], self?: LockOwner): void {
    for (const key of keys) {
      const holder = this.#owners.get(key)
      if (holder !== undefined && holder !== self) throw new BlockedByTransaction(holder)
    }
  }

  /** Notes a write that is not committed yet. */
  written(keys: readonly string[]): void {
    for (const key of keys) {
      const write = this.#writes.get(key)
      if (write === undefined) this.#writes.set(key, { pending: 1, commit: 0 })
      else write.pending++
    }
  }

  /** Notes that writes are on disk and readable. */
  committed(keys: readonly string[]): void {
    this.#commit++
    for (const key of keys) {
      const write = this.#writes.get(key)
      if (write === undefined) continue
      write.pending--
      write.commit = this.#commit
      if (this.#open.size === 0 && write.pending === 0) this.#writes.delete(key)
    }
  }
}
