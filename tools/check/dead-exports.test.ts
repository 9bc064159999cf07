import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { root } from '../root.ts'

const packageOf = (name: string, more: object = {}) =>
  JSON.stringify({ name, version: '1.0.0', type: 'module', ...more })

const files = {
  'package.json': packageOf('all', { workspaces: ['libs/*', 'services/*'] }),
  'libs/tools/package.json': packageOf('@wp/tools', { exports: './src/index.ts' }),
  'libs/tools/src/index.ts': `export { known, unread } from './tools.ts'\n`,
  'libs/tools/src/tools.ts': `export const known = 1\nexport const unread = 2\n`,
  'services/shop/package.json': packageOf('@wp/shop', { dependencies: { '@wp/tools': '1.0.0' } }),
  'services/shop/src/main.ts': `import { known } from '@wp/tools'\nconsole.log(known)\n`,
}

describe('knip.json', () => {
  it('makes knip report library exports that no other package imports', () => {
    const folder = mkdtempSync(join(tmpdir(), 'wp-knip-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    cpSync(join(root, 'knip.json'), join(folder, 'knip.json'))
    mkdirSync(join(folder, 'node_modules/@wp'), { recursive: true })
    symlinkSync(join(folder, 'libs/tools'), join(folder, 'node_modules/@wp/tools'))
    const { stdout } = spawnSync('knip', ['--no-progress', '--no-config-hints', '--include=exports'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    })
    expect(stdout).toContain('unread')
    expect(stdout).not.toContain('known')
  })
})
