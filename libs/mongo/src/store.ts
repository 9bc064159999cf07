import type { Id, PageQuery, Pagination } from '@wp/kernel'
import type { PipelineStage } from 'mongoose'
import type { Filter, Sort, Update } from './documents.ts'
import type { Explanation } from './explain.ts'

export type FindOptions<D, K extends keyof D = keyof D> = {
  sort?: Sort<D>
  skip?: number
  limit?: number
  /** Only these fields, and always the id. */
  select?: readonly K[]
}

export type Page<D> = { items: D[]; pagination: Pagination }

export type UpdateOptions = {
  arrayFilters?: Record<string, unknown>[]
  sort?: Record<string, 1 | -1>
  /** For writes that change nothing of what is shown: `updatedAt` stays as it is. */
  keepsUpdatedAt?: boolean
}

/**
 * A store of plain records `D`, made from `N`. Inside `db.transaction` every call takes part in it.
 * Fails with CONFLICT for a duplicate key (the index's fields in `details`) and UNAVAILABLE when the database does not answer in time.
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
  /** Like `findOne`, but NOT_FOUND, with the noun of the collection, when there is none. */
  get(filter: Filter<D>): Promise<D>
  insert(record: N): Promise<D>
  /** Inserts unless a unique key is taken: then null. Not inside a transaction, which a duplicate key ends. */
  insertIf(record: N): Promise<D | null>
  /** All or none only inside a transaction. */
  insertMany(records: readonly N[]): Promise<D[]>
  /** Changes one record and gives its new state; NOT_FOUND when none matched. */
  update(filter: Filter<D>, update: Update<D>, options?: UpdateOptions): Promise<D>
  /** Changes one record if there is one that matches; its new state, or null. */
  updateIf(filter: Filter<D>, update: Update<D>, options?: UpdateOptions): Promise<D | null>
  /** How many records matched. */
  updateMany(
    filter: Filter<D>,
    update: Update<D>,
    options?: Pick<UpdateOptions, 'arrayFilters'>,
  ): Promise<number>
  /** Changes the record or makes it from the filter's values and the update; the new state. */
  upsert(filter: Filter<D>, update: Update<D>): Promise<D>
  /** Removes one record and gives it back; NOT_FOUND when none matched. */
  remove(filter: Filter<D>): Promise<D>
  /** Removes one record if there is one that matches; the record, or null. */
  removeIf(filter: Filter<D>): Promise<D | null>
  removeMany(filter: Filter<D>): Promise<number>
  count(filter?: Filter<D>): Promise<number>
  exists(filter: Filter<D>): Promise<boolean>
  distinct<K extends keyof D & string>(field: K, filter?: Filter<D>): Promise<D[K][]>
  /** Raw stages and raw rows (`_id` stays `_id`, nothing is cast). */
  aggregate<Row>(pipeline: PipelineStage[]): Promise<Row[]>
  /** A page for a list route, newest first unless `sort` says otherwise; ties go by id. */
  page<K extends keyof D = keyof D>(request: {
    filter?: Filter<D>
    sort?: Sort<D>
    /** Only these fields, and always the id; those of the order must be among them. */
    select?: readonly K[]
    query: PageQuery
  }): Promise<Page<Selected<D, K>>>
  /** One record after the other, without holding them all. */
  iterate<K extends keyof D = keyof D>(
    filter?: Filter<D>,
    options?: Pick<FindOptions<D, K>, 'sort' | 'limit' | 'select'>,
  ): AsyncIterable<Selected<D, K>>
  /** How the database would run `find` with the same arguments; see `assertIndexed`. */
  explain(filter?: Filter<D>, options?: Pick<FindOptions<D>, 'sort' | 'skip' | 'limit'>): Promise<Explanation>
}

type Selected<D, K extends keyof D> = [keyof D] extends [K] ? D : Pick<D, K | Extract<'id', keyof D>>

/** The records of one workspace. Every filter, insert and aggregate carries the workspace; `$lookup` and other stages that read or write elsewhere are refused. */
export type TenantCollection<D, N> = Store<D, N> & { readonly workspaceId: Id }

/** A platform-wide collection, or a query across workspaces. */
export type PlatformCollection<D, N> = Store<D, N>
