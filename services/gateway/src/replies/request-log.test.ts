import { createLogger } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { requestLog, type LoggedRequest } from './request-log.ts'

const lines = (level: 'info' | 'debug') => {
  const written: string[] = []
  const logger = createLogger({
    service: 'gateway',
    level,
    destination: { write: (line) => void written.push(line) },
  })
  const requests = requestLog(logger)
  const log = (request: LoggedRequest) => {
    if (requests.isWanted(request.status)) requests.write(request)
  }
  return { written, log }
}
const request = (status: number) => ({ requestId: 'r-1', route: 'getThing', method: 'GET', status, ms: 1 })

describe('requestLog', () => {
  it('logs a successful request at debug level', () => {
    const { written, log } = lines('info')
    log(request(200))
    expect(written).toEqual([])
    const closely = lines('debug')
    closely.log(request(200))
    expect(JSON.parse(closely.written[0]!)).toMatchObject({
      requestId: 'r-1',
      route: 'getThing',
      status: 200,
    })
  })

  it('logs fewer than 100 lines when a thousand requests fail', () => {
    const { written, log } = lines('info')
    for (let i = 0; i < 1000; i += 1) log(request(503))
    expect(written.length).toBeGreaterThanOrEqual(20)
    expect(written.length).toBeLessThan(100)
  })
})
