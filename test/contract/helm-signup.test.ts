import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@wp/local-platform'
import { platform } from '@wp/testing'
import { describe, expect, it } from 'vitest'

const script = readFileSync(join(repositoryRoot, 'helm/service/files/signup-test.mjs'), 'utf8')
const signUp = (gatewayUrl: string) =>
  promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { GATEWAY_URL: gatewayUrl },
  })

describe('helm test', () => {
  it('signs up and logs out on a running platform, and fails when no platform is running', async () => {
    const { stdout } = await signUp(platform().gatewayUrl)
    expect(stdout).toBe('signed up and logged out\n')
    await expect(signUp('http://127.0.0.1:1')).rejects.toThrow('fetch failed')
  })
})
