import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'

/** Packages of the repository itself: a copy of it has its own. */
export const ownScopes = ['@wp', '@workspace-platform']
const left = [...ownScopes, '.cache', '.vite']

/** Gives a copy of the repository the packages of others that are installed here. */
export const linkPackagesOfOthers = (folder: string): void => {
  const [installed, target] = [join(repositoryRoot, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(target)
  for (const name of readdirSync(installed))
    if (!left.includes(name)) symlinkSync(join(installed, name), join(target, name))
}
