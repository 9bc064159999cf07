import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

type LogRecord = { time: string; level: string; service: string; msg: string; requestId?: string } & Record<
  string,
  unknown
>

/** Parses a log line of a service; returns null for other lines. */
const parseLogLine = (line: string): LogRecord | null => {
  try {
    const record = JSON.parse(line) as Partial<LogRecord>
    return record.time && record.level && record.msg !== undefined ? (record as LogRecord) : null
  } catch {
    return null
  }
}

/** Fields that are shown elsewhere in the line or are noise on a terminal. */
const unshown = new Set([
  'time',
  'level',
  'service',
  'msg',
  'requestId',
  'workspaceId',
  'accountId',
  'traceId',
])

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const showError = ({ type, message, stack }: { type?: string; message?: string; stack?: string }): string =>
  `\n    ${(stack ?? `${type}: ${message}`).replaceAll('\n', '\n    ')}`

/**
 * Formats a log line for a terminal: time, service, level, message and values, then the stack of an error. Lines that
 * are not log records are returned unchanged after the program's name.
 */
export const formatLogLine = (line: string, writer: string): string => {
  const record = parseLogLine(line)
  if (!record) return `${writer}: ${line}`
  const { err, ...values } = record
  const shown = Object.entries(values)
    .filter(([name, value]) => !unshown.has(name) && value !== undefined)
    .map(([name, value]) => `${name}=${toText(value)}`)
  const head = [
    record.time.slice(11, 23),
    record.service.padEnd(13),
    record.level.toUpperCase().padEnd(5),
    record.msg,
  ]
  return `${[head.join('  '), ...shown].join(' ')}${err ? showError(err as object) : ''}`
}

/** Returns a request's log lines from all services, oldest first. */
export const linesOfRequest = async (folder: string, requestId: string): Promise<string[]> => {
  const found: { time: string; line: string }[] = []
  for (const name of readdirSync(folder).filter((file) => /\.log(\.1)?$/.test(file)))
    for await (const line of createInterface({ input: createReadStream(join(folder, name)) })) {
      if (!line.includes(requestId)) continue
      const record = parseLogLine(line)
      if (record?.requestId === requestId) found.push({ time: record.time, line })
    }
  return found.toSorted((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time))).map(({ line }) => line)
}
