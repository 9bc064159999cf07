import { sanitizeFilter } from 'mongoose'
import type { Model } from 'mongoose'

// Mongoose converts what does not match its schema exactly, or throws. It never runs an operation itself.

/** Returns a query with the values that mongoose would send; an untrusted object is compared as a value. */
export const castQuery = <T>(model: Model<T>, query: object): Record<string, unknown> => {
  const search = model.find(query as never, null, { sanitizeFilter: true })
  return search.cast(model, sanitizeFilter(search.getFilter())) as Record<string, unknown>
}

/** Returns a record as mongoose would store it, with defaults. Throws for unknown fields and invalid values. */
export const castRecord = async <T>(model: Model<T>, record: object): Promise<object> => {
  const made = new model(record)
  await made.validate()
  return made.toObject()
}

type UpdateCaster = { _castUpdate(update: object): Record<string, object> | null }

/** Returns an update with the values that mongoose would send. Throws for unknown fields and invalid values. */
export const castUpdate = <T>(
  model: Model<T>,
  operators: Record<string, object>,
  options: { arrayFilters?: readonly object[] | undefined },
): Record<string, object> => {
  const change = model.findOneAndUpdate({}, operators as never, options as never)
  // Mongoose has no public function for this.
  return (change as unknown as UpdateCaster)._castUpdate(operators) ?? {}
}
