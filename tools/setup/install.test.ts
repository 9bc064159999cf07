import { once } from 'node:events'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const script = join(import.meta.dirname, 'install.mjs')
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wp-install-'))
  mkdirSync(join(folder, 'node_modules'))
  write('package-lock.json', '1.0.0')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (file: string, version: string) =>
  writeFileSync(
    join(folder, file),
    JSON.stringify({ packages: { '': {}, 'node_modules/left': { version } } }),
  )

const writeNpm = (body: string) => writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${body}\n`, { mode: 0o755 })

const env = () => ({ PATH: `${folder}:/bin:/usr/bin` })

/** Simulates npm: records the call and exits with the given code. */
const run = (exitCode: number) => {
  writeNpm(`touch "${folder}/called"\nexit ${exitCode}`)
  const { status } = spawnSync(process.execPath, [script], { cwd: folder, env: env() })
  return { status, called: existsSync(join(folder, 'called')) }
}

describe('install.mjs', () => {
  it('does nothing when every package is installed', () => {
    write('node_modules/.package-lock.json', '1.0.0')
    expect(run(0)).toEqual({ status: 0, called: false })
  })

  it('installs when a package has the wrong version or the list of installed packages is missing', () => {
    write('node_modules/.package-lock.json', '0.9.0')
    expect(run(0)).toEqual({ status: 0, called: true })
    rmSync(join(folder, 'node_modules/.package-lock.json'))
    expect(run(0)).toEqual({ status: 0, called: true })
  })

  it('fails when the installation fails', () => {
    expect(run(7)).toEqual({ status: 7, called: true })
  })

  it('removes the leftovers of an interrupted installation before it installs', () => {
    writeFileSync(join(folder, 'node_modules/partial'), '')
    expect(run(0)).toEqual({ status: 0, called: true })
    expect(existsSync(join(folder, 'node_modules/partial'))).toBe(false)
  })

  it('stops npm when it is stopped', async () => {
    writeNpm(
      `trap 'touch "${folder}/stopped"; exit 1' TERM\ntouch "${folder}/called"\nwhile :; do sleep 0.05; done`,
    )
    const installer = spawn(process.execPath, [script], { cwd: folder, env: env() })
    await expect.poll(() => existsSync(join(folder, 'called'))).toBe(true)
    installer.kill('SIGTERM')
    expect(await once(installer, 'exit')).toEqual([1, null])
    expect(existsSync(join(folder, 'stopped'))).toBe(true)
  })

  it('links a new package of the repository without running npm', () => {
    const packages = {
      'node_modules/@wp/new': { resolved: 'services/new', link: true },
      'node_modules/@wp/gone': { resolved: 'services/gone', link: true },
    }
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: {} }))
    mkdirSync(join(folder, 'services/new'), { recursive: true })
    for (const _ of ['first', 'again']) expect(run(0)).toEqual({ status: 0, called: false })
    expect(realpathSync(join(folder, 'node_modules/@wp/new'))).toBe(
      realpathSync(join(folder, 'services/new')),
    )
    expect(existsSync(join(folder, 'node_modules/@wp/gone'))).toBe(false)
  })
})
