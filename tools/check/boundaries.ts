import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export type SourceFile = { path: string; text: string }
type Import = { specifier: string; isType: boolean }
/** Returns the violated rule, or null when the import is allowed. */
type Rule = (file: Place, imported: Import) => string | null
type Place = { path: string; area: string; name: string; isTest: boolean; services: ReadonlySet<string> }

/** Packages that only tests, tools and these folders may import; other code must use the wrappers in them. */
const wrapped: Record<string, string[]> = {
  mongoose: ['libs/mongo'],
  mongodb: ['libs/mongo', 'libs/testing', 'libs/embedded-mongo', 'libs/local-platform', 'deploy/local'],
  lmdb: ['libs/embedded-mongo'],
  nats: ['libs/bus'],
  '@grpc/grpc-js': ['libs/rpc', 'protos'],
  '@grpc/proto-loader': ['libs/rpc', 'protos'],
  express: ['libs/http', 'services/gateway'],
  pino: ['libs/telemetry'],
  'prom-client': ['libs/telemetry'],
  '@opentelemetry/sdk-trace': ['libs/telemetry'],
  jose: ['libs/auth', 'services/identity'],
  '@wp/embedded-mongo': ['libs/local-platform', 'deploy/local'],
  '@wp/local-platform': ['libs/testing', 'deploy/local', 'test', 'tools'],
  '@wp/local': ['test', 'tools'],
  '@wp/tools': ['test'],
}

/** Packages without I/O, which rules files may import. */
const pure = [
  '@wp/kernel',
  '@wp/auth',
  '@wp/lab-rules',
  '@wp/texts',
  'zod',
  'big.js',
  'libphonenumber-js',
  'sanitize-html',
  'temporal-polyfill',
  'fast-check',
  'vitest',
]

const packageOf = (specifier: string) =>
  specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : specifier.split('/')[0]!

/** Tools and system-wide tests may import every package. */
const isWholeSystem = (area: string) => area === 'test' || area === 'tools'

const onlyContracts: Rule = ({ area, name, services }, { specifier }) => {
  const target = packageOf(specifier)
  if (!services.has(target) || target === `@wp/${name}` || isWholeSystem(area)) return null
  if (specifier === `${target}/contract`) return null
  return `imports ${specifier}; only the contract of another service can be imported (${target}/contract)`
}

const insideThePackage: Rule = ({ path, area, name }, { specifier }) => {
  // Benchmarks may import internals, to compare them with a baseline.
  if (!specifier.startsWith('.') || path.startsWith('tools/bench/')) return null
  const target = join(dirname(path), specifier)
  const home = name ? `${area}/${name}` : area
  if (target.startsWith(`${home}/`)) return null
  return `imports ${specifier}, a file of another package; import the package by its name`
}

const throughItsWrapper: Rule = ({ area, name, isTest }, { specifier }) => {
  const folders = wrapped[packageOf(specifier)]
  const home = name ? `${area}/${name}` : area
  if (!folders || folders.includes(home) || isTest || area === 'tools') return null
  return `imports ${specifier}; only ${folders.join(' and ')} may import it`
}

/** Libraries may not import commands, tools or tests. */
const librariesImportLibraries: Rule = ({ area }, { specifier }) => {
  if (area !== 'libs' || !['@wp/local', '@wp/tools', '@wp/test'].includes(packageOf(specifier))) return null
  return `imports ${specifier}; a library cannot depend on deploy, tools or test`
}

const rulesArePure: Rule = ({ path }, { specifier, isType }) => {
  if (!/\.rules(\.test)?\.ts$/.test(path) || isType) return null
  if (specifier.startsWith('.')) {
    const impure = /\.(store|handlers|rpc)\.ts$/.exec(specifier)
    return impure ? `imports ${specifier}; rules cannot do I/O (types can be imported)` : null
  }
  return pure.includes(packageOf(specifier)) ? null : `imports ${specifier}; rules cannot do I/O`
}

const noTestingInSource: Rule = ({ area, path, isTest }, { specifier }) => {
  const isTool = /^(vitest|fast-check|@wp\/testing)($|\/)/.test(specifier)
  if (
    !isTool ||
    isTest ||
    isWholeSystem(area) ||
    path.startsWith('libs/testing/') ||
    path.endsWith('vitest.config.ts')
  )
    return null
  return `imports ${specifier}, which is only for tests`
}

/** The client is published without dependencies. */
const clientHasNoDependencies: Rule = ({ path, isTest }, { specifier }) => {
  if (!path.startsWith('libs/client/src/') || isTest || specifier.startsWith('.')) return null
  return `imports ${specifier}; the client cannot have dependencies`
}

const rules = [
  onlyContracts,
  insideThePackage,
  throughItsWrapper,
  librariesImportLibraries,
  rulesArePure,
  noTestingInSource,
  clientHasNoDependencies,
]

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?'([^'\n]+)'|import\('([^'\n]+)'\)/g

/** Returns the modules that a file imports with `import`, `export … from` and `import()`. */
export const importsOf = (text: string): Import[] =>
  [...text.matchAll(importPattern)].map(([, isType, stated, dynamic]) => ({
    specifier: stated ?? dynamic ?? '',
    isType: isType !== undefined,
  }))

/** Returns the files of the same package that a file imports, including type-only imports. */
export const importedFiles = ({ path, text }: SourceFile): string[] =>
  importsOf(text)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => join(dirname(path), specifier))

const placeOf = (path: string, services: ReadonlySet<string>): Place => {
  const [area = '', second = ''] = path.split('/')
  const name = ['services', 'libs', 'deploy'].includes(area) ? second : ''
  const isTest = path.endsWith('.test.ts') || /(^|\/)test\//.test(path)
  return { path, area, name, isTest, services }
}

/** Returns imports that cross an architectural boundary, one line each. `services` contains package names. */
export const violations = (files: SourceFile[], services: string[]): string[] => {
  const known = new Set(services)
  return files.flatMap(({ path, text }) => {
    const place = placeOf(path, known)
    return importsOf(text).flatMap((imported) =>
      rules.flatMap((rule) => {
        const fault = rule(place, imported)
        return fault ? [`${path} ${fault}`] : []
      }),
    )
  })
}

/** Returns the source files of the repository. */
export const readSources = (root: string): SourceFile[] =>
  globSync('{services,libs,deploy,protos,test,tools}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', 'protos/generated/**'],
  }).map((path) => ({ path: relative(root, join(root, path)), text: readFileSync(join(root, path), 'utf8') }))

export const serviceNames = (root: string): string[] =>
  globSync('services/*/package.json', { cwd: root }).map((path) => `@wp/${path.split('/')[1]}`)
