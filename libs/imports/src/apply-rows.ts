import { AppError } from '@wp/kernel'
import type { ErrorDetail, Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { toRefusals } from './import-records.ts'
import type { OwnedKey, Refusal } from './import-records.ts'
import type { ImportTarget, RowContext } from './import-target.ts'
import type { ImportRow } from './rows.ts'

/** The records, or rows of a dry run, that have a value of a unique field, by `field:value`. */
type Owners = Map<string, string[]>

export type BatchOutcome = {
  created: number
  updated: number
  refused: number
  refusals: Refusal[]
  /** The unique values of accepted rows, which later rows of a dry run must find. */
  keys: OwnedKey[]
}

/** An error of one row, which rolls back its batch. */
export class RowError extends Error {
  readonly row: number
  override readonly cause: AppError

  constructor(row: number, cause: AppError) {
    super(`Row ${row}: ${cause.message}`)
    this.row = row
    this.cause = cause
  }
}

type Batch<Workspace> = {
  target: ImportTarget<Workspace>
  context: RowContext<Workspace>
  match: string
  rows: readonly ImportRow[]
  /** Null in a dry run, which writes nothing. */
  tx: Tx | null
  /** Rows that are known to fail, with the reasons. */
  failed: ReadonlyMap<number, readonly ErrorDetail[]>
  /** What earlier rows of a dry run would have stored. */
  earlier: readonly OwnedKey[]
}

const keyFor = (field: string, value: string): string => `${field}:${value}`

/** Returns the fields whose values decide whether a row creates or updates a record, or is refused. */
const keyFields = (match: string, { unique }: { unique: readonly string[] }): string[] => [
  ...new Set([match, ...unique]),
]

/** Returns the unique values in the rows, as `field:value`. */
export const keysIn = <Workspace>(batch: Pick<Batch<Workspace>, 'target' | 'match' | 'rows'>): string[] =>
  keyFields(batch.match, batch.target).flatMap((field) =>
    valuesIn(batch, field).map((value) => keyFor(field, value)),
  )

const valuesIn = <Workspace>(
  { target, rows }: Pick<Batch<Workspace>, 'target' | 'rows'>,
  field: string,
): string[] => [
  ...new Set(rows.flatMap((row) => ('values' in row ? (target.keyOf(field, row.values) ?? []) : []))),
]

const findOwners = async <Workspace>(batch: Batch<Workspace>, fields: readonly string[]): Promise<Owners> => {
  const { target, context, earlier } = batch
  const owners: Owners = new Map()
  const add = (key: string, owner: string) => owners.set(key, [...(owners.get(key) ?? []), owner])
  for (const field of fields) {
    const values = valuesIn(batch, field)
    if (values.length === 0) continue
    for (const { id, value } of await target.findBy(context.workspaceId, field, values))
      add(keyFor(field, value), id)
  }
  for (const { key, owner } of earlier) if (!owners.get(key)?.includes(owner)) add(key, owner)
  return owners
}

/**
 * Applies a batch of rows in the current transaction: each creates a record, updates the one that matches, or is
 * refused for the reasons that the API would give. Throws RowError when a write fails.
 */
export const applyRows = async <Workspace>(batch: Batch<Workspace>): Promise<BatchOutcome> => {
  const fields = keyFields(batch.match, batch.target)
  const owners = await findOwners(batch, fields)
  const outcome: BatchOutcome = { created: 0, updated: 0, refused: 0, refusals: [], keys: [] }
  for (const row of batch.rows) {
    const result = await applyRow(batch, row, owners, fields)
    if (typeof result !== 'string') {
      outcome.refused += 1
      outcome.refusals.push(...toRefusals(row.row, result))
      continue
    }
    outcome[result] += 1
    if (batch.tx === null && 'values' in row) outcome.keys.push(...newKeys(batch, row, owners, fields))
  }
  return outcome
}

const applyRow = async <Workspace>(
  batch: Batch<Workspace>,
  row: ImportRow,
  owners: Owners,
  fields: readonly string[],
): Promise<'created' | 'updated' | readonly ErrorDetail[]> => {
  const { target, context, match, tx, failed } = batch
  const known = failed.get(row.row)
  if (known) return known
  if ('problem' in row) return [{ path: '', message: row.problem }]
  const ownersOf = (field: string): string[] => {
    const value = target.keyOf(field, row.values)
    return value === null ? [] : (owners.get(keyFor(field, value)) ?? [])
  }
  const [existing, another] = ownersOf(match)
  if (another !== undefined)
    return [{ path: match, message: `must match only one of the ${target.resource}` }]
  const taken = fields.filter((field) => ownersOf(field).some((owner) => owner !== existing))
  try {
    const write =
      existing === undefined
        ? await target.planCreate(context, row.values)
        : await target.planUpdate(context, existing, row.values)
    if (taken.length > 0) return taken.map((path) => ({ path, message: 'already exists' }))
    const owner = tx === null ? (existing ?? `row ${row.row}`) : await written(row.row, existing, write, tx)
    for (const field of fields) {
      const value = target.keyOf(field, row.values)
      if (value !== null) owners.set(keyFor(field, value), [owner])
    }
    return existing === undefined ? 'created' : 'updated'
  } catch (error) {
    if (error instanceof RowError || !isRefusal(error)) throw error
    return detailsOf(error)
  }
}

/** Returns the id of the written record. A failed write rolls back the batch, so it is not a refusal yet. */
const written = async (
  row: number,
  existing: Id | undefined,
  write: (tx: Tx) => Promise<unknown>,
  tx: Tx,
): Promise<Id> => {
  try {
    const result = await write(tx)
    return existing ?? (result as { id: Id }).id
  } catch (error) {
    throw isRefusal(error) ? new RowError(row, error) : error
  }
}

const newKeys = <Workspace>(
  { target, earlier }: Batch<Workspace>,
  { values }: { values: Record<string, unknown> },
  owners: Owners,
  fields: readonly string[],
): BatchOutcome['keys'] =>
  fields.flatMap((field) => {
    const value = target.keyOf(field, values)
    if (value === null) return []
    const key = keyFor(field, value)
    const [owner] = owners.get(key)!
    return earlier.some((each) => each.key === key && each.owner === owner) ? [] : [{ key, owner: owner! }]
  })

const isRefusal = (error: unknown): error is AppError => error instanceof AppError && error.status < 500

/** Returns the report text for an error. */
export const detailsOf = ({ details, message }: AppError): readonly ErrorDetail[] =>
  details && details.length > 0 ? details : [{ path: '', message }]
