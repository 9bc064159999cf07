import { bodyParser } from '@wp/http'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { z } from 'zod'
import { columnsOf } from './columns.ts'
import type { Column } from './columns.ts'

/** Writes a valid row; must be called in a transaction. */
type Write<Result> = (tx: Tx) => Promise<Result>

export type RowContext<Workspace> = { readonly workspaceId: Id; readonly workspace: Workspace }

/** A kind of record that can be imported. */
export type ImportTarget<Workspace> = {
  /** The plural, such as `clients`. */
  readonly resource: string
  readonly jobKind: string
  readonly columns: readonly Column[]
  /** Fields with unique values, other than the field that rows are matched by. */
  readonly unique: readonly string[]
  /** Returns a field's value as it would be stored, or null if it is absent or invalid. */
  keyOf(field: string, values: Record<string, unknown>): string | null
  /** Returns the records that have one of these values in a unique field or a field for matching. */
  findBy(workspaceId: Id, field: string, values: readonly string[]): Promise<{ id: Id; value: string }[]>
  /** Validates a new record as the route that creates one does. */
  planCreate(context: RowContext<Workspace>, values: unknown): Promise<Write<{ id: Id }>>
  /** Validates changes as the route that updates a record does. */
  planUpdate(context: RowContext<Workspace>, id: Id, values: unknown): Promise<Write<unknown>>
}

type TargetDefinition<Workspace, New extends z.ZodObject, Changes extends z.ZodObject> = Pick<
  ImportTarget<Workspace>,
  'resource' | 'jobKind' | 'unique' | 'findBy'
> & {
  /** The bodies of the routes that create and update a record. */
  readonly create: New
  readonly update: Changes
  /** Throws when valid values break a rule. */
  readonly check: (
    context: RowContext<Workspace>,
    body: z.output<New> | z.output<Changes>,
  ) => void | Promise<void>
  readonly insert: (tx: Tx, context: RowContext<Workspace>, body: z.output<New>) => Promise<{ id: Id }>
  readonly change: (
    tx: Tx,
    context: RowContext<Workspace>,
    id: Id,
    body: z.output<Changes>,
  ) => Promise<unknown>
}

/** Declares a kind of record that can be imported. */
export const defineImportTarget = <Workspace, New extends z.ZodObject, Changes extends z.ZodObject>({
  create,
  update,
  check,
  insert,
  change,
  ...target
}: TargetDefinition<Workspace, New, Changes>): ImportTarget<Workspace> => {
  const parseNew = bodyParser(create)
  const parseChanges = bodyParser(update)
  return {
    ...target,
    columns: columnsOf(create),
    keyOf: (field, values) => {
      const parsed = update.shape[field]?.safeParse(values[field]) as { data?: unknown } | undefined
      return typeof parsed?.data === 'string' ? parsed.data : null
    },
    planCreate: async (context, values) => {
      const body = parseNew(values)
      await check(context, body)
      return (tx) => insert(tx, context, body)
    },
    planUpdate: async (context, id, values) => {
      const body = parseChanges(values)
      await check(context, body)
      return (tx) => change(tx, context, id, body)
    },
  }
}
