import { expect, test } from 'vitest'
import { leaseMs, liveness } from './liveness.ts'

/** A bucket by the clock of its server. */
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

/** Each renews every 5 s, for so long. */
const renew = ({ advance, write }: ReturnType<typeof bucket>, ms: number, ...keys: string[]) => {
  for (let passed = 0; passed < ms; passed += 5000) {
    advance(5000)
    write(...keys)
  }
}

test('a replica is there while it renews its manifest, and out when it has missed three renewals', () => {
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

test('what was left behind long ago is not there at the start', () => {
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

test('a replica that says goodbye is gone at once', () => {
  const shared = bucket()
  shared.write('a', 'b')
  shared.remove('a')
  expect(shared.live('a', 'b')).toEqual(['b'])
})

test('while the bucket is silent nobody is taken out, and afterwards everybody has time to renew', () => {
  const shared = bucket()
  shared.write('a', 'b', 'c')
  shared.advance(3_600_000)
  expect(shared.live('a', 'b', 'c')).toEqual(['a', 'b', 'c'])
  shared.write('a')
  expect(shared.live('a', 'b', 'c')).toEqual(['a', 'b', 'c'])
  renew(shared, leaseMs, 'a', 'b')
  expect(shared.live('a', 'b', 'c')).toEqual(['a', 'b'])
})

test.each([[[]], [['new']]])(
  'when NATS loses its data (%j is left) nobody is taken out until they had time to come back',
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

test('an address at which somebody else answers is out, whatever the bucket shows', () => {
  const shared = bucket()
  shared.write('a', 'b')
  shared.replicas.drop('a')
  shared.write('a')
  expect(shared.live('a', 'b')).toEqual(['b'])
})

test('those of the last run are there until the bucket shows who is', () => {
  const shared = bucket('old')
  expect(shared.live('old')).toEqual(['old'])
  shared.show()
  expect(shared.live('old')).toEqual(['old'])
  shared.write('a')
  expect(shared.live('old', 'a')).toEqual(['a'])
})
