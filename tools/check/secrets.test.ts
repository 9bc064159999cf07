import { describe, expect, it } from 'vitest'
import { ownSecrets } from './secrets.ts'

const path = 'services/identity/src/mfa/new.actions.ts'
const faults = (text: string, at = path) => ownSecrets([{ path: at, text }])

describe('ownSecrets', () => {
  it.each([
    [`import { randomBytes } from 'node:crypto'`, /creates random bytes/],
    [`const token = crypto.randomUUID()`, /creates random bytes/],
    [`const challengeId = newId()`, /can be guessed/],
    [`insert({ orderToken: newId() })`, /can be guessed/],
  ])('rejects a secret created with %s', (text, why) => {
    expect(faults(text)).toEqual([expect.stringMatching(why)])
  })

  it('accepts secrets from newSecret, ids, and files on the list of exceptions', () => {
    expect(
      faults(`const token = newSecret()\nconst id = newId()\nconst challengeId = newSecretId()`),
    ).toEqual([])
    expect(faults(`import { randomBytes } from 'node:crypto'`, 'libs/kernel/src/sealing.ts')).toEqual([])
    expect(faults(`const token = newId()`, 'services/identity/test/staff.test.ts')).toEqual([])
  })
})
