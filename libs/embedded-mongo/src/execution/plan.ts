import type { Doc, Value } from '../bson/values.ts'
import type { Predicate } from '../query/predicates.ts'
import type { CollectionInfo } from '../storage/catalogue.ts'
import type { KeyRange } from '../storage/environment.ts'
import type { IndexInfo } from '../storage/index-spec.ts'

/**
 * Describes how a query reads a collection. A plan that is not exact may also read documents that do not match; the
 * matcher filters them out.
 */
export type Plan = CollectionPlan | IndexPlan | { kind: 'union'; plans: IndexPlan[]; sorts: false }

export interface CollectionPlan {
  kind: 'collection'
  isReverse: boolean
  sorts: boolean
}

export interface IndexPlan {
  kind: 'index'
  index: IndexInfo
  ranges: KeyRange[]
  isReverse: boolean
  /** Whether the scan returns the documents in the requested order. */
  sorts: boolean
  /** The number of leading fields that are bound to a value or a list of values. */
  points: number
  /** The number of bound fields, including one that is bound to a range. */
  bound: number
  /** Whether the ranges contained exactly the matching documents, each once, when the plan was made. */
  isExact: boolean
  /** The conditions that the plan uses, by path. Shown by explain. */
  used: Map<string, Predicate[]>
}

export interface PlanRequest {
  collection: CollectionInfo
  filter: Doc
  sort?: Doc | undefined
  hint?: Value | undefined
  /** Returns false for an index that the query's snapshot does not contain. */
  canUse: (index: IndexInfo) => boolean
  /** Counts the index entries that a plan would read, up to a cap, to choose between indexes. */
  measure: (plan: IndexPlan, cap: number) => number
  /** Returns how many entries of a sorted plan contain enough matches for the limit; Infinity if more than `most`. */
  entriesForLimit: (plan: IndexPlan, most: number) => number
}
