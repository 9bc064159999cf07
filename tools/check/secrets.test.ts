import { expect, test } from 'vitest'
import { ownSecrets } from './secrets.ts'

const path = 'services/identity/src/mfa/new.actions.ts'
const faults = (text: string, at = path) => ownSecrets([{ path: at, text }])

test.each([
  [`import { randomBytes } from 'node:crypto'`, /random bytes of its own/],
  [`const token = crypto.randomUUID()`, /random bytes of its own/],
  [`const challengeId = newId()`, /can be guessed/],
  [`insert({ orderToken: newId() })`, /can be guessed/],
])('refuses a secret that is made like this: %s', (text, why) => {
  expect(faults(text)).toEqual([expect.stringMatching(why)])
})

test('lets secrets, ids and the files that are listed pass', () => {
  expect(faults(`const token = newSecret()\nconst id = newId()\nconst challengeId = newSecretId()`)).toEqual(
    [],
  )
  expect(
    faults(`import { randomBytes } from 'node:crypto'`, 'services/identity/src/crypto/sealing.ts'),
  ).toEqual([])
  expect(faults(`const token = newId()`, 'services/identity/test/staff.test.ts')).toEqual([])
})
