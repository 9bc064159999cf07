import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planTrim, senderWindow, volumeStart } from './webhook-volume.rules.ts'

const now = new Date('2027-03-10T09:07:00Z')

const volume = (at: string, bytes: number) => ({ from: new Date(`2027-03-10T${at}:00Z`), bytes })

describe('senderWindow', () => {
  it('starts a new window at every full hour', () => {
    expect(senderWindow('192.0.2.1', now).endsAt).toEqual(new Date('2027-03-10T10:00:00Z'))
    expect(senderWindow('192.0.2.1', new Date('2027-03-10T09:59:59.999Z'))).toEqual(
      senderWindow('192.0.2.1', now),
    )
    expect(senderWindow('192.0.2.1', new Date('2027-03-10T10:00:00Z')).key).not.toBe(
      senderWindow('192.0.2.1', now).key,
    )
  })
})

describe('planTrim', () => {
  it('removes the oldest webhooks first, and no more than necessary', () => {
    const volumes = [volume('08:00', 10), volume('08:05', 20), volume('09:05', 30)]
    expect(planTrim(volumes, 60, now)).toEqual({ storedBytes: 60, retainedFrom: null })
    expect(planTrim(volumes, 59, now)).toEqual({
      storedBytes: 50,
      retainedFrom: new Date('2027-03-10T08:05:00Z'),
    })
    expect(planTrim(volumes, 0, now)).toEqual({
      storedBytes: 30,
      retainedFrom: new Date('2027-03-10T08:10:00Z'),
    })
  })

  it('always keeps the current five-minute window', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { maxLength: 20 }), fc.nat(5000), (sizes, max) => {
        const volumes = sizes.map((bytes, index) => ({
          from: new Date(volumeStart(now).getTime() - index * 300_000),
          bytes,
        }))
        const { storedBytes, retainedFrom } = planTrim(volumes, max, now)
        expect(retainedFrom === null || retainedFrom <= volumeStart(now)).toBe(true)
        const retained = volumes.filter(({ from }) => retainedFrom === null || from >= retainedFrom)
        expect(retained.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(storedBytes)
        expect(storedBytes <= max || retained.length <= 1).toBe(true)
      }),
    )
  })
})
