import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { repositoryRoot } from '@wp/local'

const left = ['.git', '.data', '.turbo', 'node_modules']
/** Packages of the repository itself: the copy has its own. */
const ownScopes = ['@wp', '@workspace-platform']

/** A copy of the repository that has its packages and shares those of others; `remove` ends it. */
export const copyRepository = (): { root: string; remove: () => void } => {
  const root = mkdtempSync(join(tmpdir(), 'wp-copy-'))
  cpSync(repositoryRoot, root, { recursive: true, filter: (file) => !left.includes(basename(file)) })
  const shared = readdirSync(join(repositoryRoot, 'node_modules'))
    .filter((name) => !ownScopes.includes(name) && !['.cache', '.vite'].includes(name))
    .map((name) => `node_modules/${name}`)
  for (const path of [
    ...shared,
    ...globSync('{libs,services,deploy}/*/node_modules', { cwd: repositoryRoot }),
  ]) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    symlinkSync(join(repositoryRoot, path), join(root, path))
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
