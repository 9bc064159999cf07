import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApiDocument } from '@wp/gateway/documents'
import { repositoryRoot } from '@wp/local-platform'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'wp-spectral-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

type Finding = { code: string; message: string; path: string[] }

const lint = (document: object): Finding[] => {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  const spectral = join(folder, 'node_modules/.bin/spectral')
  const { status, output } = run(spectral, 'lint', 'openapi.json', '--format', 'json', '--quiet')
  expect([0, 1]).toContain(status)
  return JSON.parse(output) as Finding[]
}

// Its packages would add 150 to the lockfile, so they are installed only for this suite.
describe('the OpenAPI document', () => {
  it("follows spectral's recommended rules", async () => {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const installed = run('npm', 'install', '--no-audit', '--no-fund', '@stoplight/spectral-cli@6.15.0')
    expect(installed).toMatchObject({ status: 0 })
    cpSync(join(repositoryRoot, 'test/contract/spectral.json'), join(folder, '.spectral.json'))
    const document = await openApiDocument()
    // Proves that the rules are applied: a document without servers and contact has findings.
    expect(lint({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} })).not.toEqual([])
    expect(lint(document)).toEqual([])
  })
})
