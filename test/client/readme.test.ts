import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repositoryRoot } from '@wp/local-platform'
import { platform } from '@wp/testing'
import { describe, expect, it, vi } from 'vitest'

const readme = readFileSync(join(repositoryRoot, 'libs/client/README.md'), 'utf8')
const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!)

/** Returns a URL that can be imported to run the code. */
const moduleOf = (code: string): string => {
  const here = pathToFileURL(join(repositoryRoot, 'libs/client/README.md')).href
  const runnable = stripTypeScriptTypes(code)
    .replaceAll('http://localhost:8080', platform().gatewayUrl)
    .replaceAll(
      /from '(@workspace-platform\/[^']+)'/g,
      (_, name: string) => `from '${import.meta.resolve(name, here)}'`,
    )
  return `data:text/javascript,${encodeURIComponent(runnable)}`
}

describe('README of the client', () => {
  it('contains examples that print the documented output', async () => {
    const printed: string[] = []
    const log = vi
      .spyOn(console, 'log')
      .mockImplementation((...values) => void printed.push(values.join(' ')))
    try {
      await import(moduleOf(examples.join('\n'))) // each example continues the previous one
    } finally {
      log.mockRestore()
    }
    const promised = [...examples.join('\n').matchAll(/console\.log\(.*\/\/ → (.*)$/gm)].map(
      ([, text]) => text,
    )
    expect(promised.length).toBeGreaterThan(8)
    expect(printed).toEqual(promised)
  })
})
