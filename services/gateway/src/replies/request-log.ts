import type { Logger } from '@wp/telemetry'

export type LoggedRequest = { requestId: string; route: string; method: string; status: number; ms: number }

export type RequestLog = { isWanted(status: number): boolean; write(request: LoggedRequest): void }

const mostPerSecond = 20

/**
 * Logs requests at debug level, and those with a 5xx status as warnings. Limits warnings to 20 a second, so that
 * logging does not add load during an outage.
 */
export const requestLog = (logger: Logger): RequestLog => {
  let second = 0
  let written = 0
  const isUnderLimit = (): boolean => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) {
      second = now
      written = 0
    }
    written += 1
    return written <= mostPerSecond
  }
  return {
    isWanted: (status) => (status < 500 ? logger.isLevelEnabled('debug') : isUnderLimit()),
    write: (request) =>
      request.status < 500 ? logger.debug(request, 'request') : logger.warn(request, 'request failed'),
  }
}
