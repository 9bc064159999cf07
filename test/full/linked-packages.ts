import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'

/** The repository's own packages, which are part of every copy of the repository. */
export const ownScopes = ['@wp', '@workspace-platform']
const left = [...ownScopes, '.cache', '.vite']

/** Links the installed third-party packages into a copy of the repository. */
export const linkThirdPartyPackages = (folder: string): void => {
  const [installed, target] = [join(repositoryRoot, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(target)
  for (const name of readdirSync(installed))
    if (!left.includes(name)) symlinkSync(join(installed, name), join(target, name))
}
