import { dirname } from 'node:path'
import { importedFiles, type SourceFile } from './boundaries.ts'
import { findCycles } from './cycles.ts'

/** Services without resources; their files have no roles. */
const withoutResources = ['gateway']

const roles = ['contract', 'types', 'handlers', 'actions', 'rules', 'store', 'view', 'events', 'seed']
const atTheTop = ['main', 'service', 'deps', 'config', 'contract', 'errors', 'collections']

/** Folders whose files need no role, with the reason. */
const exceptions: Record<string, string> = {
  'services/identity/src/crypto': 'encryption, hashing and one-time codes, shared by resources',
  'services/identity/src/operations': 'the command line of operators (npm run wp -- admin)',
}

const parse = (path: string) => {
  const [, service, inside] = /^services\/([^/]+)\/src\/(.+)\.ts$/.exec(path) ?? []
  if (!service || !inside) return null
  const parts = inside.split('/')
  return { service, folder: parts.slice(0, -1).join('/'), name: parts.at(-1)!.replace(/\.test$/, '') }
}

const hasRole = (folder: string, name: string): boolean => {
  switch (folder) {
    case '':
      return atTheTop.includes(name)
    case 'rpc':
      return name.endsWith('.rpc')
    case 'consumers':
      return name.startsWith('on-')
    case 'jobs':
      return !name.includes('.')
    default:
      return roles.includes(name.split('.').at(-1)!) && name.split('.').length === 2
  }
}

/** Returns service files without a known role, one line each. */
export const filesWithoutRole = (
  files: SourceFile[],
  allowed: Record<string, string> = exceptions,
): string[] => {
  const faults = files.flatMap(({ path }) => {
    const file = parse(path)
    if (!file || withoutResources.includes(file.service) || allowed[dirname(path)]) return []
    if (hasRole(file.folder, file.name)) return []
    const wanted = file.folder === '' ? atTheTop.join(', ') : `.${roles.join(' .')}`
    return [`${path} has no role (${wanted})`]
  })
  const present = new Set(files.map(({ path }) => dirname(path)))
  const gone = Object.keys(allowed).filter((folder) => !present.has(folder))
  return [...faults, ...gone.map((folder) => `${folder} is listed as an exception but does not exist`)]
}

const isTest = (path: string) => path.endsWith('.test.ts') || path.includes('/test/')

/** Returns imports of `service.ts`, except from `main.ts` and tests. Shared types belong in `deps.ts`. */
export const importsOfService = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => parse(path) && !isTest(path) && !path.endsWith('/main.ts'))
    .flatMap((file) =>
      importedFiles(file)
        .filter((target) => /^services\/[^/]+\/src\/service\.ts$/.test(target))
        .map((target) => `${file.path} imports ${target}; only main.ts and tests may import it`),
    )

/** Returns import cycles between files of a service, including type-only imports, as `a → b → a`. */
export const importCycles = (files: SourceFile[]): string[] => {
  const ours = files.filter(({ path }) => parse(path))
  const graph = new Map(ours.map((file) => [file.path, importedFiles(file)]))
  return findCycles(graph).map((cycle) => cycle.join(' → '))
}

/**
 * Returns lists of routes or events in contracts. They are redundant because `isRoute` and `isEvent` find the
 * exports.
 */
export const listsInContracts = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^services\/.*\/src\/.*(contract|events)\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:export )?const (\w*Routes|events)\b[^=\n]*=\s*\[/gm)].map(
        ([, name]) => `${path} lists ${name}; remove the list, because isRoute and isEvent find the exports`,
      ),
    )
