import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { neededPackages, resolvePackage, type Packages } from './locked-packages.ts'

const imported = /\b(?:from|import) '((?:@[\w.-]+\/)?[a-z][\w.-]*)/g
const isBuilt = (file: string): boolean => !/\.test\.tsx?$|vite\.config\.ts$|\.d\.ts$/.test(file)

/** Returns the paths of the packages that a web application below `folder` was built from. */
export const webPackages = (packages: Packages, root: string, folder: string): string[] => {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).filter(isBuilt)
  const names = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(imported)].map(([, name]) => name!),
  )
  return [...new Set(names)]
    .map((name) => resolvePackage(packages, folder, name))
    .filter((path) => path !== null)
    .flatMap((path) => [...neededPackages(packages, path)])
    .filter((path) => !path.includes('node_modules/@types/'))
}
