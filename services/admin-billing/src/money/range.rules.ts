import { firstInstant, lastInstant } from '@wp/kernel'

export type Range = { from?: string | undefined; to?: string | undefined }

/** The range as a condition, both ends inclusive. */
export const toInstants = ({ from, to }: Range): { $gte?: Date; $lte?: Date } => ({
  ...(from !== undefined && { $gte: firstInstant(from) }),
  ...(to !== undefined && { $lte: lastInstant(to) }),
})
