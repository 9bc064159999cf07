import type { Logger } from '@wp/telemetry'

export type LoggedRequest = { requestId: string; route: string; method: string; status: number; ms: number }

export type RequestLog = (request: LoggedRequest) => void

const mostPerSecond = 20

/**
 * One line for each request at level debug. Failures of ours (5xx) are warnings, at most 20 a second: when much fails,
 * writing about it must not add to the load.
 */
export const requestLog = (logger: Logger): RequestLog => {
  let second = 0
  let written = 0
  return (request) => {
    if (request.status < 500) {
      if (logger.isLevelEnabled('debug')) logger.debug(request, 'request')
      return
    }
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) {
      second = now
      written = 0
    }
    written += 1
    if (written <= mostPerSecond) logger.warn(request, 'request failed')
  }
}
