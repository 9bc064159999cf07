import type { Id } from '@wp/kernel'
import type { Collection } from './collection.ts'
import type { Database } from './database.ts'
import type { Filter, TenantDoc } from './documents.ts'
import { overdue } from './overdue.ts'
import { trusted } from './trusted.ts'

type Field<T> = keyof T & string

/** Names of the fields in which a collection stores a saga's current step. */
export type SagaFields<T, Step extends Field<T>, Until extends Field<T>> = {
  /** The current step, or null. */
  step: Step
  /** When another process may take over the step; null while no step is running. */
  until: Until
  /** A number that increases every time a step is taken over or replaced by another one. */
  version?: Field<T>
  /**
   * Fields that stay the same while one process owns the step. Writes by a process that lost the step no longer match
   * them.
   */
  fence: readonly Field<T>[]
  /** Fields that are set to null together with the step when it ends. */
  clears?: readonly Field<T>[]
}

/** A step's next term: `termMs` from now. */
type Term = { now: Date; termMs: number }

/** Step bookkeeping is not visible to users, so it does not change `updatedAt`. */
const quietly = { keepsUpdatedAt: true }

/**
 * Returns a saga's conditional writes to its records. Each returns null when its condition no longer holds, for
 * example because another process has taken over the step.
 */
export const sagaRecords = <T extends object, Step extends Field<T>, Until extends Field<T>>(
  declared: Collection<T>,
  { step, until, version, fence, clears = [] }: SagaFields<T, Step, Until>,
) => {
  type Doc = TenantDoc<T>
  type Cleared = Record<Step | Until, null>

  const handOver = (changes: object): object => ({
    $set: changes,
    ...(version !== undefined && { $inc: { [version]: 1 } }),
  })
  const newTerm = (now: Date, termMs: number): object => ({ [until]: new Date(now.getTime() + termMs) })
  const cleared = Object.fromEntries([step, until, ...clears].map((field) => [field, null])) as Cleared

  /** Matches the record while the caller still owns its step. */
  const held = (record: Doc): Filter<Doc> =>
    ({
      id: record.id,
      [until]: trusted({ $ne: null }),
      ...Object.fromEntries(fence.map((field) => [field, record[field]])),
    }) as Filter<Doc>
  const change = (db: Database, record: Doc, update: object): Promise<Doc | null> =>
    db.tenant(declared)(record.workspaceId).updateIf(held(record), update, quietly)

  return {
    held,
    cleared,
    /** Returns the fields to include in the write that starts a step. */
    started: (value: T[Step] & {}, untilWhen: Date) =>
      ({ [step]: value, [until]: untilWhen }) as Record<Step, T[Step] & {}> & Record<Until, Date>,
    /** Returns the name of the current step, for collections that store it as text. */
    stepOf: (record: Doc): T[Step] => record[step],
    end: (db: Database, record: Doc) => change(db, record, cleared),
    release: (db: Database, record: Doc, at: Date) => change(db, record, { [until]: at }),
    turn: (db: Database, record: Doc, next: string, untilWhen: Date) =>
      change(db, record, handOver({ [step]: next, [until]: untilWhen })),
    takeOver: (db: Database, workspaceId: Id, filter: Filter<Doc>, { now, termMs }: Term) =>
      db
        .tenant(declared)(workspaceId)
        .updateIf(
          { ...filter, ...overdue(until, now, termMs) } as Filter<Doc>,
          handOver(newTerm(now, termMs)),
          quietly,
        ),
    /** Takes over the step that has been overdue the longest, in any workspace. */
    takeOverdue: (db: Database, { now, termMs }: Term) =>
      db
        .global(declared)()
        .updateIf(overdue(until, now, termMs) as Filter<Doc>, handOver(newTerm(now, termMs)), {
          sort: { [until]: 1 },
          ...quietly,
        }) as Promise<Doc | null>,
  }
}

/** The functions of `sagaRecords` that `defineSaga` needs. */
export type SagaRecords<Doc, Value, Started> = {
  started(value: Value, untilWhen: Date): Started
  end(db: Database, record: Doc): Promise<Doc | null>
  release(db: Database, record: Doc, at: Date): Promise<Doc | null>
  turn(db: Database, record: Doc, next: string, untilWhen: Date): Promise<Doc | null>
  takeOver(db: Database, workspaceId: Id, filter: Filter<Doc>, term: Term): Promise<Doc | null>
  takeOverdue(db: Database, term: Term): Promise<Doc | null>
}
