import { createLogger } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { onePerService } from './one-per-service.ts'

const logger = createLogger({ service: 'test', level: 'silent' })

/** Records starts and stops; the first `failures` starts fail. */
const open = (failures = 0) => {
  const calls: string[] = []
  let left = failures
  const services = onePerService(logger, async (service, value: string) => {
    left -= 1
    if (left >= 0) throw new Error('not yet')
    calls.push(`start ${service} ${value}`)
    return {
      stop: async () => {
        calls.push(`stop ${service} ${value}`)
      },
    }
  })
  return { calls, services }
}

const mapOf = (values: Record<string, string>) => new Map(Object.entries(values))

describe('onePerService', () => {
  it('starts, restarts and stops services as they change, one step at a time per service', async () => {
    const { calls, services } = open()
    services.update(mapOf({ labs: 'a', pos: 'a' }))
    services.update(mapOf({ labs: 'a', pos: 'b' }))
    services.update(mapOf({ labs: 'a' }))
    await services.settled()
    expect(calls.filter((call) => call.includes('labs'))).toEqual(['start labs a'])
    services.update(mapOf({ labs: 'a', pos: 'c' }))
    await services.settled()
    services.update(mapOf({ labs: 'a', pos: 'd' }))
    await services.settled()
    await services.close()
    expect(calls.filter((call) => call.includes('pos'))).toEqual([
      'start pos c',
      'stop pos c',
      'start pos d',
      'stop pos d',
    ])
    expect(calls.filter((call) => call.includes('labs'))).toEqual(['start labs a', 'stop labs a'])
  })

  it('retries a failed start until the service is removed', async () => {
    const { calls, services } = open(1)
    services.update(mapOf({ labs: 'a' }))
    await services.settled()
    expect(calls).toEqual(['start labs a'])
    const stuck = open(1000)
    stuck.services.update(mapOf({ labs: 'a' }))
    await stuck.services.close()
    expect(stuck.calls).toEqual([])
  })
})
