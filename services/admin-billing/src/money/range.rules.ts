import { firstInstant, lastInstant } from '@wp/kernel'

export type Range = { from?: string | undefined; to?: string | undefined }

/** Converts a date range to a query condition; both ends are inclusive. */
export const toInstantRange = ({ from, to }: Range): { $gte?: Date; $lte?: Date } => ({
  ...(from !== undefined && { $gte: firstInstant(from) }),
  ...(to !== undefined && { $lte: lastInstant(to) }),
})
