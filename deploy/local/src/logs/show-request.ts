import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatLogLine, linesOfRequest } from './log-lines.ts'

/** Returns a request's log lines from all services, formatted and oldest first. */
export const showRequest = async (dataDir: string, requestId: string): Promise<string> => {
  const folder = join(dataDir, 'logs')
  if (!existsSync(folder)) throw new Error(`No logs in ${folder}. Start the platform with npm start.`)
  const lines = await linesOfRequest(folder, requestId)
  if (lines.length === 0) throw new Error(`No log line in ${folder} belongs to request ${requestId}.`)
  return lines.map((line) => formatLogLine(line, 'log')).join('\n')
}
