import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'
import { describe, expect, it } from 'vitest'

/** Codes that no console request returns, and internal errors, which share one text. */
const withoutText = ['BOOTSTRAP_TOKEN_INVALID', 'METHOD_NOT_ALLOWED', 'HEADERS_TOO_LARGE', 'INTERNAL']

const read = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8')
const textsIn = (path: string) => JSON.parse(read(`services/console/web/${path}`)) as Record<string, string>

describe('texts of error codes', () => {
  it('covers exactly the codes that users can see', () => {
    const documented = [...read('docs/errors.md').matchAll(/^## (\w+)$/gm)].map(([, code]) => code!)
    const translated = [
      ...Object.keys(textsIn('i18n/en.json')),
      ...Object.keys(textsIn('ui/api-messages.en.json')),
    ]
      .map((key) => /^error\.([A-Z_]+)$/.exec(key)?.[1])
      .filter((code) => code !== undefined)
    expect(documented.length).toBeGreaterThan(40)
    expect(translated.toSorted()).toEqual(documented.filter((code) => !withoutText.includes(code)).toSorted())
  })
})
