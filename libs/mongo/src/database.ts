import { AsyncLocalStorage } from 'node:async_hooks'
import { isId, systemClock } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import { createBatchedTimer, tracer } from '@wp/telemetry'
import type { Logger, Metrics } from '@wp/telemetry'
import type { Collection as MongooseCollection } from 'mongoose'
import type { Collection } from './collection.ts'
import { commonCollections, rawCollections } from './common-collections.ts'
import { connectTo, poolSizeOf } from './connection.ts'
import { pingDatabase, watchConnection } from './connection-watch.ts'
import { correctedClock } from './corrected-clock.ts'
import type { NewPlatformDoc, NewTenantDoc, PlatformDoc, TenantDoc } from './documents.ts'
import { isDatabaseUnavailable, isDiskFull, translate, unavailable } from './errors.ts'
import type { Explanation } from './explain.ts'
import { inboxOn } from './inbox.ts'
import type { Inbox } from './inbox.ts'
import { ensureCollections } from './indexes.ts'
import { withLeaseOn } from './leases.ts'
import type { WithLease } from './leases.ts'
import { makeStore } from './make-store.ts'
import type { Access } from './make-store.ts'
import { migrate } from './migrations.ts'
import type { Migration } from './migrations.ts'
import { modelOf } from './models.ts'
import type { StoreModel } from './models.ts'
import { outboxOn } from './outbox.ts'
import type { Outbox } from './outbox.ts'
import { checkPlans } from './plan-check.ts'
import { queryRecorder } from './query-recorder.ts'
import type { PlatformCollection, TenantCollection } from './store.ts'
import { cacheTotals } from './totals.ts'
import { transactionsOn } from './transactions.ts'
import type { TransactionOptions } from './transactions.ts'
import type { Tx } from './tx.ts'
import { allowedMs } from './within.ts'

export type DatabaseOptions = {
  url: string
  name: string
  clock: Clock
  logger: Logger
  metrics: Metrics
  collections: readonly Collection<object>[]
  migrations?: readonly Migration[]
  /** How long an operation may take; 30 s by default. */
  operationMs?: number
  /** Connections to each server, unless the URL contains `maxPoolSize`; 60 by default. */
  poolSize?: number | undefined
  /** Makes every query that does not use an index fail. For tests and development. */
  checkPlans?: boolean
  /** Called before every store operation and may throw. For tests that simulate a failing or slow database. */
  beforeOperation?: (operation: { collection: string; name: string }) => void | Promise<void>
  /** Called before a page of a list is read, with a function that returns what reading it examines. For tests. */
  onPage?: (collection: string, explain: () => Promise<Explanation>) => Promise<void>
}

const writes = new Set(['insert', 'insertMany', 'remove', 'removeMany', 'update', 'updateMany', 'upsert'])

const needsSpace = new Set(['insert', 'insertMany', 'update', 'updateMany', 'upsert'])

/**
 * A rejected write is reported until another write succeeds, but not for longer than this. Services write more often,
 * so a full disk stays reported.
 */
const diskFullMs = 120_000
const diskFullWarning =
  'The database rejected a write because its disk is full; free disk space, delete data, or compact the database'

/** Returns false for the result of a write that found no record to change. */
const hasChanged = (result: unknown): boolean => {
  const { matchedCount = 1, deletedCount = 1 } = (result ?? {}) as {
    matchedCount?: number
    deletedCount?: number
  }
  return result !== null && matchedCount > 0 && deletedCount > 0
}

/** The store cache is cleared when it reaches this size. This is safe because stores have no state. */
const maxStores = 1000

export type Database = {
  readonly name: string
  /**
   * Runs `work` in the current transaction, or in a new one. Repeats it after transient errors such as write
   * conflicts, so it must be repeatable; throws UNAVAILABLE at the request's deadline or one second after the time
   * that an operation may take.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /**
   * Returns the current transaction; throws outside a transaction. For writes that must share a transaction with
   * another write.
   */
  requireTransaction(): Tx
  /** Returns a function that opens the store for one workspace. */
  tenant<T extends object>(
    declared: Collection<T>,
  ): (workspaceId: Id) => TenantCollection<TenantDoc<T>, NewTenantDoc<T>>
  /** Returns a function that opens a store for a platform-wide collection or for queries across workspaces. */
  global<T extends object>(
    declared: Collection<T>,
  ): () => PlatformCollection<PlatformDoc<T>, NewPlatformDoc<T>>
  /**
   * Calls the listener when this process has changed records of the collection, in the asynchronous context
   * of this call: the listener does not get the deadline of the request that made the change. Returns a
   * function that removes the listener.
   */
  onChange(declared: { readonly name: string }, listener: () => void): () => void
  withLease: WithLease
  /** Throws UNAVAILABLE unless the database answers within five seconds. */
  ping(): Promise<void>
  /**
   * Returns how long the database has not answered; 0 while it answers. After 30 s, a new connection is
   * opened.
   */
  unavailableMs(): number
  /** Returns how far this process's clock is ahead of the database's, whose time is read every five seconds. */
  clockOffsetMs(): number
  /**
   * The given clock, corrected by the database's, so that a process with a wrong system time stores the same times as
   * others and takes the same decisions.
   */
  readonly clock: Clock
  /** The system clock, corrected in the same way. It differs from `clock` in tests that set the time. */
  readonly systemClock: Clock
  /** Returns problems of the database that do not stop the service, with what to do about them. */
  warnings(): readonly string[]
  close(): Promise<void>
  readonly outbox: Outbox
  readonly inbox: Inbox
}

/**
 * Connects (waiting up to 30 s), creates collections and indexes, and runs migrations. Throws UNAVAILABLE when the
 * database cannot be reached.
 */
export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  const { logger, operationMs = 30_000 } = options
  const declared = [...options.collections, ...commonCollections]
  checkDuplicates(declared)
  const poolSize = poolSizeOf(options.url, options.poolSize)
  const connected = await connectTo(options.url, options.name, logger, operationMs, poolSize)
  const { connection, warnings } = connected
  const watch = watchConnection(connected, options)
  const clock = correctedClock(options.clock, watch.clockOffsetMs)
  const correctedSystemClock = correctedClock(systemClock, watch.clockOffsetMs)
  const raw = <Stored extends object>(name: string) =>
    connection.db!.collection(name) as unknown as MongooseCollection<Stored>

  const seconds = options.metrics.histogram('db_operation_seconds', 'Time of one database operation', [
    'collection',
    'operation',
  ])
  const attempts = options.metrics.counter(
    'db_transaction_attempts_total',
    'Transaction attempts; an attempt that ends with a conflict is retried',
    ['outcome'],
  )
  for (const outcome of ['committed', 'conflict', 'failed']) attempts.inc({ outcome }, 0)
  const timers = new Map<string, (seconds: number) => void>()
  const timerFor = (collection: string, operation: string): ((seconds: number) => void) => {
    const key = `${collection} ${operation}`
    const known = timers.get(key)
    if (known) return known
    const made = createBatchedTimer(seconds, { collection, operation })
    timers.set(key, made)
    return made
  }
  const measure = async <Result>(
    collection: string,
    operation: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const started = performance.now()
    const span = tracer()?.startSpan(`${operation} ${collection}`, {
      role: 'client',
      attributes: {
        'db.system.name': 'mongodb',
        'db.collection.name': collection,
        'db.operation.name': operation,
      },
    })
    let failure: unknown
    try {
      return await work()
    } catch (error) {
      failure = error
      throw error
    } finally {
      timerFor(collection, operation)((performance.now() - started) / 1000)
      span?.end({ error: failure })
    }
  }
  let diskFullAt = Number.NEGATIVE_INFINITY
  const outbox = outboxOn(
    raw('outbox'),
    { clock, systemClock: correctedSystemClock },
    () => transactions.operate,
  )
  const transactions = transactionsOn(
    connection,
    clock,
    { operationMs, poolSize },
    {
      append: (drafts) => measure('outbox', 'insert', () => outbox.append(drafts)),
      measure: (commit) => measure('transaction', 'commit', commit),
      onFailure: (error) => {
        if (isDiskFull(error)) diskFullAt = performance.now()
      },
      onAttempt: (outcome) => attempts.inc({ outcome }),
    },
  )
  const models = new Map<string, StoreModel>()
  for (const each of declared) models.set(each.name, modelOf(connection, each))

  const totals = cacheTotals()
  const changeListeners = new Map<string, Set<() => void>>()
  const plans = options.checkPlans ? checkPlans(queryRecorder(options.name, declared)) : null
  const accessTo = (name: string, workspaceId: Id | null): Access => {
    // One workspace must not make others wait, so platform-wide records have no turns.
    const records = workspaceId === null ? undefined : `${name} ${workspaceId}`
    return {
      run: async (operation, work) => {
        if (options.beforeOperation) await options.beforeOperation({ collection: name, name: operation })
        try {
          const result = await measure(name, operation, () => transactions.operate(work, records))
          if (needsSpace.has(operation)) diskFullAt = Number.NEGATIVE_INFINITY
          const listeners = changeListeners.get(name)
          if (listeners && writes.has(operation) && hasChanged(result))
            transactions.afterCommit(() => listeners.forEach((listener) => listener()))
          return result
        } finally {
          if (writes.has(operation)) {
            totals.invalidate(name, workspaceId)
            transactions.afterCommit(() => totals.invalidate(name, workspaceId))
          }
        }
      },
      timeLimitMs: () => allowedMs(operationMs),
      total: (query, count) =>
        transactions.current() ? count() : totals.total(name, workspaceId, query, count),
      checkPlan: plans && ((query, explain) => plans(name, query, explain)),
      onPage: options.onPage ? (explain) => options.onPage!(name, explain) : null,
    }
  }
  const modelFor = (each: Collection<object>): StoreModel => {
    const model = models.get(each.name)
    if (!model) throw new Error(`The database was opened without the collection ${each.name}`)
    return model
  }

  const db: Database = {
    name: options.name,
    transaction: (work, options) => transactions.run(work, options),
    requireTransaction: () => {
      const tx = transactions.current()
      if (!tx) throw new Error('This must run inside db.transaction, together with the change it belongs to')
      return tx
    },
    tenant: <T extends object>(each: Collection<T>) => {
      const model = modelFor(each)
      if (!each.indexes.some(({ keys }) => Object.keys(keys)[0] === 'workspaceId'))
        throw new Error(
          `Collection ${each.name} belongs to workspaces and needs an index that starts with workspaceId`,
        )
      const stores = new Map<Id, TenantCollection<TenantDoc<T>, NewTenantDoc<T>>>()
      return (workspaceId) => {
        const known = stores.get(workspaceId)
        if (known) return known
        if (!isId(workspaceId)) throw new TypeError(`The collection ${each.name} needs a valid workspace id`)
        const access = accessTo(each.name, workspaceId)
        const made = {
          workspaceId,
          ...makeStore<TenantDoc<T>, NewTenantDoc<T>>(model, each.noun, workspaceId, clock, access),
        }
        if (stores.size >= maxStores) stores.clear()
        stores.set(workspaceId, made)
        return made
      }
    },
    global: <T extends object>(each: Collection<T>) => {
      const access = accessTo(each.name, null)
      const store = makeStore<PlatformDoc<T>, NewPlatformDoc<T>>(
        modelFor(each),
        each.noun,
        null,
        clock,
        access,
      )
      return () => store
    },
    onChange: ({ name }, listener) => {
      const listeners = changeListeners.get(name) ?? new Set()
      const bound = AsyncLocalStorage.bind(listener)
      changeListeners.set(name, listeners.add(bound))
      return () => void listeners.delete(bound)
    },
    withLease: withLeaseOn(raw('leases'), transactions.operate, correctedSystemClock),
    ping: async () => {
      await pingDatabase(connection).catch((error: unknown) => {
        throw unavailable(error)
      })
    },
    unavailableMs: watch.unavailableMs,
    clockOffsetMs: watch.clockOffsetMs,
    clock,
    systemClock: correctedSystemClock,
    warnings: () => (performance.now() - diskFullAt < diskFullMs ? [...warnings, diskFullWarning] : warnings),
    close: async () => {
      await watch.stop()
      await connection.close()
    },
    outbox,
    inbox: inboxOn(raw('inbox'), raw('inbox_failures'), clock, transactions),
  }

  try {
    await ensureCollections({ connection, withLease: db.withLease, logger }, [...declared, ...rawCollections])
    await migrate(db, options.migrations ?? [], logger)
  } catch (error) {
    await db.close()
    const translated = translate(error)
    throw isDatabaseUnavailable(translated) ? translated : error
  }
  return db
}

const checkDuplicates = (declared: readonly Collection<object>[]): void => {
  const names = [...declared, ...rawCollections].map(({ name }) => name)
  const duplicate = names.find((name, position) => names.indexOf(name) !== position)
  if (duplicate !== undefined)
    throw new Error(`Collection ${duplicate} is declared twice, or its name is reserved`)
}
