import { describe, expect, it } from 'vitest'
import { leaseMs, liveness } from './liveness.ts'

/** A simulated manifests bucket with the clock of its NATS server. */
const bucket = (...lastRun: string[]) => {
  const replicas = liveness(lastRun)
  let written = new Map<string, Date>()
  let now = Date.parse('2027-01-01T00:00:00.000Z')
  const show = () => replicas.setShown(new Map(written))
  return {
    replicas,
    show,
    advance: (ms: number) => {
      now += ms
    },
    write: (...keys: string[]) => {
      for (const key of keys) written.set(key, new Date(now))
      show()
    },
    remove: (...keys: string[]) => {
      for (const key of keys) written.delete(key)
      show()
    },
    lose: () => {
      written = new Map()
    },
    live: (...keys: string[]) => keys.filter((key) => replicas.isLive(key)),
  }
}

/** Renews each key every 5 s for the given time. */
const renew = ({ advance, write }: ReturnType<typeof bucket>, ms: number, ...keys: string[]) => {
  for (let passed = 0; passed < ms; passed += 5000) {
    advance(5000)
    write(...keys)
  }
}

describe('liveness', () => {
  it('keeps a replica while it renews its manifest and removes it after three missed renewals', () => {
    const shared = bucket()
    shared.write('a', 'b')
    expect(shared.live('a', 'b', 'c')).toEqual(['a', 'b'])
    renew(shared, leaseMs - 5000, 'b')
    expect(shared.live('a', 'b')).toEqual(['a', 'b'])
    renew(shared, 5000, 'b')
    expect(shared.live('a', 'b')).toEqual(['b'])
    shared.write('a')
    expect(shared.live('a', 'b')).toEqual(['a', 'b'])
  })

  it('ignores manifests that expired before the gateway started', () => {
    const shared = bucket()
    shared.write('dead')
    shared.advance(60_000)
    const late = liveness([])
    shared.write('a')
    late.setShown(
      new Map([
        ['dead', new Date(0)],
        ['a', new Date(60_000)],
      ]),
    )
    expect(['dead', 'a'].filter((key) => late.isLive(key))).toEqual(['a'])
  })

  it('removes a replica immediately when it withdraws its manifest', () => {
    const shared = bucket()
    shared.write('a', 'b')
    shared.remove('a')
    expect(shared.live('a', 'b')).toEqual(['b'])
  })

  it('keeps all replicas while the bucket is silent, and then allows each a full lease to renew', () => {
    const shared = bucket()
    shared.write('a', 'b', 'c')
    shared.advance(3_600_000)
    expect(shared.live('a', 'b', 'c')).toEqual(['a', 'b', 'c'])
    shared.write('a')
    expect(shared.live('a', 'b', 'c')).toEqual(['a', 'b', 'c'])
    renew(shared, leaseMs, 'a', 'b')
    expect(shared.live('a', 'b', 'c')).toEqual(['a', 'b'])
  })

  it.each([[[]], [['new']]])(
    'keeps all replicas for one lease when NATS loses its data and lists only %j',
    (left) => {
      const shared = bucket()
      shared.write('a', 'b')
      shared.lose()
      shared.write(...left)
      expect(shared.live('a', 'b')).toEqual(['a', 'b'])
      renew(shared, leaseMs - 5000, 'b')
      expect(shared.live('a', 'b')).toEqual(['a', 'b'])
      renew(shared, 10_000, 'b')
      expect(shared.live('a', 'b')).toEqual(['b'])
    },
  )

  it('removes a replica whose address is used by another process, even if the bucket lists it', () => {
    const shared = bucket()
    shared.write('a', 'b')
    shared.replicas.drop('a')
    shared.write('a')
    expect(shared.live('a', 'b')).toEqual(['b'])
  })

  it("keeps the previous run's replicas until the bucket has data", () => {
    const shared = bucket('old')
    expect(shared.live('old')).toEqual(['old'])
    shared.show()
    expect(shared.live('old')).toEqual(['old'])
    shared.write('a')
    expect(shared.live('old', 'a')).toEqual(['a'])
  })
})
