import type { CsvColumns } from '@wp/http'
import { QueryBoolean } from '@wp/kernel'
import { z } from 'zod'
import { maxImportBytes } from './imports.ts'
import type { Refusal } from './import-records.ts'

/** The upload of routes that import records. */
export const importUpload = {
  field: 'file',
  maxBytes: maxImportBytes,
  types: ['text/csv', 'application/x-ndjson'],
} as const

/** Returns the query of a route that imports records which can be matched by these fields. */
export const importQuery = <const Fields extends readonly [string, ...string[]]>(...fields: Fields) =>
  z.object({
    dryRun: QueryBoolean.default(false).describe(
      'Whether to change nothing and only report what would happen',
    ),
    match: z
      .enum(fields)
      .default(fields[0] as never)
      .describe('The field by which a row finds the record to update; a row without a match creates one'),
  })

/** The description of routes that import records. */
export const importDescription =
  'Accepts CSV (comma, semicolon or tab; the header contains the names of fields as in the API, objects as `discount.kind`, lists separated by spaces) or NDJSON, in UTF-8, with at most 50,000 rows and 20 MiB. Unknown columns return 422. Each row is checked like a single request and creates a record, updates the matching one, or is refused; an empty cell changes nothing. The job reports progress on the channel `jobs`; its `meta` finally contains `created`, `updated`, `refused`, `reportUrl` and `dryRun`. While another import of the same kind runs, returns 409.'

/** The columns of the report of refused rows. */
export const reportColumns: CsvColumns<Refusal> = {
  row: ({ row }) => row,
  field: ({ field }) => field,
  message: ({ message }) => message,
}
