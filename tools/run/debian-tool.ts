import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

/**
 * Unpacks a Debian package into a cache folder without installing it. Returns the folder that contains its program,
 * or null when that fails.
 */
export const unpackTool = (debianPackage: string, program: string): string | null => {
  const cache = join(root, 'node_modules/.cache/debian', debianPackage)
  const folder = join(cache, 'usr/bin')
  if (existsSync(join(folder, program))) return folder
  mkdirSync(cache, { recursive: true })
  const inCache = { cwd: cache, stdio: 'ignore' as const }
  try {
    execFileSync('apt-get', ['download', debianPackage], inCache)
    execFileSync('dpkg', ['-x', globSync('*.deb', { cwd: cache })[0] ?? '', '.'], inCache)
  } catch {
    return null
  }
  return existsSync(join(folder, program)) ? folder : null
}
