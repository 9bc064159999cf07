import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { root } from '../root.ts'

/** Returns the names of services that own resources. */
export const listServices = (): string[] =>
  globSync('services/*/src/deps.ts', { cwd: root })
    .map((file) => basename(dirname(dirname(file))))
    .toSorted()

/** Returns the folder names of all packages, as `npm test -- <package>` accepts them. */
export const listPackageNames = (): string[] =>
  globSync('{libs/*,services/*,deploy/*,protos,test,tools}/package.json', { cwd: root })
    .map((file) => basename(dirname(file)))
    .toSorted()
