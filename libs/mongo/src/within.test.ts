import { requestContext } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { allowedMs } from './within.ts'

describe('allowedMs', () => {
  const within = (leftMs: number) =>
    requestContext.run({ requestId: 'r', deadline: performance.now() + leftMs }, () => allowedMs(4000))

  it("leaves time for the reply before the request's deadline", () => {
    expect(within(2000)).toBeLessThanOrEqual(1800)
    expect(within(3000)).toBeLessThanOrEqual(2750)
    expect(within(3000)).toBeGreaterThan(0)
  })

  it('returns the given limit when the request has more time or no deadline', () => {
    expect(within(60_000)).toBe(4000)
    expect(allowedMs(4000)).toBe(4000)
  })
})
