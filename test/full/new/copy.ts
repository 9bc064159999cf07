import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'
import { linkThirdPartyPackages } from '../linked-packages.ts'

const left = ['.git', '.data', '.turbo', 'node_modules']

/** Copies the repository with links to third-party packages; `remove` deletes it. */
export const copyRepository = (): { root: string; remove: () => void } => {
  const root = mkdtempSync(join(tmpdir(), 'wp-copy-'))
  cpSync(repositoryRoot, root, { recursive: true, filter: (file) => !left.includes(basename(file)) })
  linkThirdPartyPackages(root)
  for (const path of globSync('{tools,{libs,services,deploy}/*}/node_modules', { cwd: repositoryRoot }))
    symlinkSync(join(repositoryRoot, path), join(root, path))
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
