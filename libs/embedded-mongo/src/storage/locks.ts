/** A running transaction that owns locks. `finished` resolves when it has committed or aborted. */
export interface LockOwner {
  readonly finished: Promise<void>
  /** The last commit that its snapshot contains. */
  readonly since: number
}

const FORGET_CHUNK = 1000

/**
 * Thrown by a write outside a transaction when a transaction has locked a key. Wait for `owner.finished` and
 * retry.
 */
export class BlockedByTransaction extends Error {
  readonly owner: LockOwner
  constructor(owner: LockOwner) {
    super('A transaction has locked the key')
    this.owner = owner
  }
}

/**
 * The locks on documents and unique keys, and the last commit to each. A commit gets its number once it is on disk
 * and readable, so a snapshot taken at number n contains all commits up to n.
 */
export class Locks {
  readonly #owners = new Map<string, LockOwner>()
  /** The number of uncommitted writes by key. */
  readonly #pending = new Map<string, number>()
  /** The last commit to each key, oldest first; only commits that some open transaction may not have seen. */
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

  /**
   * Locks keys for a transaction. Returns false when another transaction has locked one of them, or one was written
   * after the transaction's snapshot.
   */
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

  /** Ends a transaction and releases its locks. */
  end(owner: LockOwner, keys: Iterable<string>): void {
    this.#open.delete(owner)
    for (const key of keys) if (this.#owners.get(key) === owner) this.#owners.delete(key)
    this.#forget()
  }

  /** Throws when a transaction has locked one of the keys. */
  check(keys: readonly string[]): void {
    for (const key of keys) {
      const holder = this.#owners.get(key)
      if (holder !== undefined) throw new BlockedByTransaction(holder)
    }
  }

  /** Records an uncommitted write. */
  recordWrite(keys: readonly string[]): void {
    for (const key of keys) this.#pending.set(key, (this.#pending.get(key) ?? 0) + 1)
  }

  /** Records that writes are on disk and readable. */
  recordCommit(keys: readonly string[]): void {
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

  /** The number of written keys that are still remembered. */
  get size(): number {
    return this.#pending.size + this.#commits.size
  }

  /** Drops commits that every open transaction has seen. Works in small steps to avoid delays. */
  #forget(): void {
    const [oldest] = this.#open
    if (oldest === undefined) {
      this.#commits = new Map()
      return
    }
    let left = FORGET_CHUNK
    for (const [key, commit] of this.#commits) {
      if (commit > oldest.since || left-- === 0) return
      this.#commits.delete(key)
    }
  }
}
