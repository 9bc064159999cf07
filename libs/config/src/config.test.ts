import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import {
  ConfigError,
  Secret,
  defineConfig,
  describeConfig,
  readConfig,
  secretSetting,
  serverAddress,
  setting,
} from './index.ts'

const definition = defineConfig({
  HTTP_PORT: setting(z.coerce.number().int().min(0).max(65535).default(0), 'Port of the HTTP server'),
  MONGODB_URL: setting(z.url(), 'Address of the database'),
  API_TOKEN: secretSetting(
    z.string().min(8, 'must have 8 characters or more').optional(),
    'Token of the provider',
  ),
})

const fileWith = (text: string): string => {
  const dir = mkdtempSync(join(tmpdir(), 'wp-config-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const file = join(dir, 'value')
  writeFileSync(file, text)
  return file
}

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(definition, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('readConfig', () => {
  it('returns typed values under camelCase names', () => {
    const config = readConfig(definition, { HTTP_PORT: '8080', MONGODB_URL: 'mongodb://127.0.0.1:27017' })
    expect(config).toEqual({ httpPort: 8080, mongodbUrl: 'mongodb://127.0.0.1:27017', apiToken: undefined })
    expectTypeOf(config.httpPort).toEqualTypeOf<number>()
    expectTypeOf(config.apiToken).toEqualTypeOf<Secret<string> | undefined>()
  })

  it('reports all problems together', () => {
    const problems = problemsOf({ HTTP_PORT: 'eighty', API_TOKEN: 'short' })
    expect(problems).toHaveLength(3)
    expect(problems.join('\n')).toMatch(
      /HTTP_PORT: .*not "eighty"[^]*MONGODB_URL: is not set \(Address of the database\)[^]*API_TOKEN: must have 8/,
    )
  })

  it('never shows the value of a secret in an error', () => {
    expect(problemsOf({ MONGODB_URL: 'mongodb://127.0.0.1', API_TOKEN: 'hunter2' }).join()).not.toContain(
      'hunter2',
    )
  })

  it.each([
    'mongo://root:hunter2@db.example/x',
    'mongodb://root:hunter2@db@example',
    'mongodb://root:hun/hunter2@db.example',
    'root:hunter2@db.example',
    'mongodb://root:hunter2?@db.example',
  ])('rejects the address %s without showing its password', (url) => {
    const address = defineConfig({
      MONGODB_URL: setting(serverAddress(/^mongodb:\/\//, 'must begin with mongodb://'), 'Address'),
    })
    const read = () => readConfig(address, { MONGODB_URL: url })
    expect(read).toThrow(/MONGODB_URL: must begin with mongodb:\/\/, not "\[secret\]@/)
    expect(read).not.toThrow(/hunter2|root/)
  })

  it('treats an empty value as unset', () => {
    expect(
      readConfig(definition, { HTTP_PORT: '', MONGODB_URL: 'mongodb://127.0.0.1', API_TOKEN: '' }),
    ).toMatchObject({ httpPort: 0 })
    expect(problemsOf({ MONGODB_URL: '' })).toEqual(['MONGODB_URL: is not set (Address of the database)'])
  })

  it('reads a value from a mounted file without the trailing newline', () => {
    const config = readConfig(definition, {
      MONGODB_URL: 'mongodb://127.0.0.1',
      API_TOKEN_FILE: fileWith('from-a-file\n'),
    })
    expect(config.apiToken?.reveal()).toBe('from-a-file')
  })

  it('rejects a variable that is also set by a file, and a file that cannot be read', () => {
    const problems = problemsOf({
      MONGODB_URL: 'mongodb://127.0.0.1',
      MONGODB_URL_FILE: fileWith('mongodb://127.0.0.2'),
      API_TOKEN_FILE: '/nowhere/at/all',
    })
    expect(problems[0]).toContain('MONGODB_URL: is set twice')
    expect(problems[1]).toContain('API_TOKEN: the file in API_TOKEN_FILE cannot be read (ENOENT)')
  })
})

describe('Secret', () => {
  it('does not show its value when converted to a string or JSON, or inspected', () => {
    const secret = new Secret('hunter2')
    expect(secret.reveal()).toBe('hunter2')
    expect(
      [
        String(secret),
        JSON.stringify({ secret }),
        inspect({ secret }),
        inspect(secret, { showHidden: true }),
      ].join(),
    ).not.toContain('hunter2')
  })
})

describe('defineConfig', () => {
  it('throws for an invalid environment variable name', () => {
    expect(() => defineConfig({ httpPort: setting(z.string(), '') })).toThrow('capitals')
    expect(() => defineConfig({ TOKEN_FILE: setting(z.string(), '') })).toThrow('_FILE')
  })
})

describe('describeConfig', () => {
  it('lists required settings and defaults, but not the defaults of secrets', () => {
    const rows = describeConfig({ ...definition, KEY: secretSetting(z.string().default('dev-only'), 'Key') })
    expect(
      rows.map(({ key, isRequired, defaultValue, isSecret }) => [key, isRequired, defaultValue, isSecret]),
    ).toEqual([
      ['HTTP_PORT', false, '0', false],
      ['MONGODB_URL', true, null, false],
      ['API_TOKEN', false, null, true],
      ['KEY', false, null, true],
    ])
  })
})

describe('serverAddress', () => {
  it.each([
    'mongodb://127.0.0.1:27017',
    'mongodb://ro%40ot:hunter%2F2@a.example:1,b.example:2/wp?replicaSet=r,s',
    'mongodb://u:p@a.example,mongodb://u:p@b.example',
  ])('accepts the address %s', (url) => {
    expect(serverAddress(/^mongodb:\/\//, '').parse(url)).toBe(url)
  })
})
