import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Environment } from './environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'wp-environment-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('Environment', () => {
  it('throws an error immediately when it is read after close, because lmdb would throw later from a timer', async () => {
    const environment = await Environment.open(folder, () => undefined)
    await environment.close()
    expect(() => environment.get('docs', Buffer.from('key'))).toThrow('The store is closed')
    expect(() => environment.snapshot()).toThrow('The store is closed')
  })
})
