import type { Logger } from '@wp/telemetry'
import type { Connection } from 'mongoose'
import { longestTransactionMs } from './transactions.ts'

const parameter = 'transactionLifetimeLimitSeconds'

/**
 * Returns and logs a warning when the server keeps a dead process's open transaction, with its locks, longer
 * than any transaction of this process can last.
 */
export const checkTransactionLimit = async (
  connection: Connection,
  operationMs: number,
  logger: Logger,
): Promise<string[]> => {
  const wanted = Math.ceil(longestTransactionMs(operationMs) / 1000) + 1
  try {
    const reply = await connection.db!.admin().command({ getParameter: 1, [parameter]: 1 })
    const seconds = Number(reply[parameter])
    if (!(seconds > wanted)) return []
    const warning = `The database keeps the locks of a dead process for ${seconds} s or longer; set ${parameter} to ${wanted}`
    logger.warn({ seconds, wanted }, warning)
    return [warning]
  } catch (error) {
    logger.info(
      { err: error, wanted },
      `cannot read ${parameter} of the database; set it to ${wanted}, and grant getParameter so that it can be checked`,
    )
    return []
  }
}
