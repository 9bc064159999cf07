import type { Family } from './case.ts'
import { duplicateKeys } from './duplicate-keys.cases.ts'
import { errors } from './errors.cases.ts'
import { expressionDates } from './expression-dates.cases.ts'
import { expressionMore } from './expression-more.cases.ts'
import { expressionNumbers } from './expression-numbers.cases.ts'
import { expressionValues } from './expression-values.cases.ts'
import { findAndModify } from './find-and-modify.cases.ts'
import { group } from './group.cases.ts'
import { indexes } from './indexes.cases.ts'
import { platformQueries } from './platform-queries.cases.ts'
import { projection } from './projection.cases.ts'
import { queryComparison } from './query-comparison.cases.ts'
import { queryOperators } from './query-operators.cases.ts'
import { reading } from './reading.cases.ts'
import { sortOrder } from './sort.cases.ts'
import { stages } from './stages.cases.ts'
import { transactions } from './transactions.cases.ts'
import { updateArrays } from './update-arrays.cases.ts'
import { updateFields } from './update-fields.cases.ts'
import { updatePaths } from './update-paths.cases.ts'
import { upsert } from './upsert.cases.ts'
import { values } from './values.cases.ts'

/** Every case, by family. */
export const FAMILIES: readonly Family[] = [
  queryComparison,
  queryOperators,
  projection,
  sortOrder,
  updateFields,
  updateArrays,
  updatePaths,
  upsert,
  findAndModify,
  indexes,
  platformQueries,
  duplicateKeys,
  reading,
  group,
  stages,
  expressionNumbers,
  expressionValues,
  expressionDates,
  expressionMore,
  transactions,
  values,
  errors,
]
