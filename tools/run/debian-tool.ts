import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

/** The folder with a program of a Debian package, unpacked beside the other caches: nothing is installed. Null where it cannot be had. */
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
