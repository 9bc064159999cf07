import type { Id, PageQuery, Pagination } from '@wp/kernel'
import type { PipelineStage } from 'mongoose'
import type { Filter, Sort, Update } from './documents.ts'
import type { Explanation } from './explain.ts'

export type FindOptions<D, K extends keyof D = keyof D> = {
  sort?: Sort<D>
  skip?: number
  limit?: number
  /** The fields to return in addition to the id; all by default. */
  select?: readonly K[]
  /** Optional fields to leave out, because they can be large. Cannot be combined with `select`. */
  omit?: readonly OptionalKeys<D>[]
}

type OptionalKeys<D> = { [K in keyof D]-?: undefined extends D[K] ? K : never }[keyof D]

export type Page<D> = { items: D[]; pagination: Pagination }

export type UpdateOptions = {
  /** Sent unchanged, so they must not contain operators from user input. */
  arrayFilters?: Record<string, unknown>[]
  sort?: Record<string, 1 | -1>
  /** Keeps `updatedAt` unchanged, for writes that are not visible to users. */
  keepsUpdatedAt?: boolean
}

/**
 * A store of records `D`, created from `N`. Calls inside `db.transaction` are part of the transaction. Throws
 * CONFLICT for a duplicate key (with the index fields in `details`) and UNAVAILABLE when the database does not answer
 * in time.
 */
export type Store<D, N> = {
  find<K extends keyof D = keyof D>(
    filter?: Filter<D>,
    options?: FindOptions<D, K>,
  ): Promise<Selected<D, K>[]>
  findOne<K extends keyof D = keyof D>(
    filter: Filter<D>,
    options?: Pick<FindOptions<D, K>, 'sort' | 'select'>,
  ): Promise<Selected<D, K> | null>
  /** Like `findOne`, but throws NOT_FOUND with the collection's noun. */
  get(filter: Filter<D>): Promise<D>
  insert(record: N): Promise<D>
  /**
   * Inserts a record, or returns null if its unique key already exists. Cannot be used inside a transaction, which a
   * duplicate key would abort.
   */
  insertIf(record: N): Promise<D | null>
  /** Inserts records; atomic only inside a transaction. */
  insertMany(records: readonly N[]): Promise<D[]>
  /** Updates one record and returns it; throws NOT_FOUND when none matches. */
  update(filter: Filter<D>, update: Update<D>, options?: UpdateOptions): Promise<D>
  /** Updates one record and returns it, or null when none matches. */
  updateIf(filter: Filter<D>, update: Update<D>, options?: UpdateOptions): Promise<D | null>
  /** Updates one record, which is not read back, and returns whether one matched. Cheaper for large records. */
  changeIf(filter: Filter<D>, update: Update<D>, options?: Omit<UpdateOptions, 'sort'>): Promise<boolean>
  /** Updates all matching records and returns their number. */
  updateMany(
    filter: Filter<D>,
    update: Update<D>,
    options?: Pick<UpdateOptions, 'arrayFilters'>,
  ): Promise<number>
  /** Updates the record, or creates it from the filter and the update, and returns it. */
  upsert(filter: Filter<D>, update: Update<D>): Promise<D>
  /** Removes one record and returns it; throws NOT_FOUND when none matches. */
  remove(filter: Filter<D>): Promise<D>
  /** Removes one record and returns it, or null when none matches. */
  removeIf(filter: Filter<D>): Promise<D | null>
  removeMany(filter: Filter<D>): Promise<number>
  count(filter?: Filter<D>): Promise<number>
  exists(filter: Filter<D>): Promise<boolean>
  distinct<K extends keyof D & string>(field: K, filter?: Filter<D>): Promise<D[K][]>
  /** Takes raw stages and returns raw rows: `_id` stays `_id`, and nothing is cast. */
  aggregate<Row>(pipeline: PipelineStage[]): Promise<Row[]>
  /** Returns a page for a list route, newest first by default, with the id as a tie-breaker. */
  page<K extends keyof D = keyof D>(request: {
    filter?: Filter<D>
    sort?: Sort<D>
    /** Sort fields that are never null, so that a descending list is read from the cursor instead of from its top. */
    neverNull?: readonly (keyof D & string)[]
    /** The fields to return in addition to the id; must include the `sort` fields. */
    select?: readonly K[]
    query: PageQuery
  }): Promise<Page<Selected<D, K>>>
  /** Yields records without loading all of them into memory. */
  iterate<K extends keyof D = keyof D>(
    filter?: Filter<D>,
    options?: Pick<FindOptions<D, K>, 'sort' | 'limit' | 'select'> & {
      neverNull?: readonly (keyof D & string)[]
    },
  ): AsyncIterable<Selected<D, K>>
  /** Returns the query plan that `find` uses for these arguments; see `assertIndexed`. */
  explain(filter?: Filter<D>, options?: Pick<FindOptions<D>, 'sort' | 'skip' | 'limit'>): Promise<Explanation>
}

type Selected<D, K extends keyof D> = [keyof D] extends [K] ? D : Pick<D, K | Extract<'id', keyof D>>

/**
 * The records of one workspace. The workspace is added to every filter, insert and aggregate; `$lookup` and other
 * stages that access other data throw.
 */
export type TenantCollection<D, N> = Store<D, N> & { readonly workspaceId: Id }

/** The records of a platform-wide collection, or of all workspaces. */
export type PlatformCollection<D, N> = Store<D, N>
