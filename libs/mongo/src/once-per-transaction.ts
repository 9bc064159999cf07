import type { Database } from './database.ts'
import type { Tx } from './tx.ts'

/**
 * Returns a function that does the work once per transaction for the same arguments. Later calls return the first
 * result. Several requests that change the same record may share a transaction.
 */
export const oncePerTransaction = <Args extends readonly string[], Result>(
  db: Pick<Database, 'requireTransaction'>,
  work: (...args: Args) => Promise<Result>,
): ((...args: Args) => Promise<Result>) => {
  const results = new WeakMap<Tx, Map<string, Promise<Result>>>()
  return (...args) => {
    const tx = db.requireTransaction()
    const known = results.get(tx) ?? new Map<string, Promise<Result>>()
    results.set(tx, known)
    const key = JSON.stringify(args)
    const result = known.get(key) ?? work(...args)
    known.set(key, result)
    return result
  }
}
