import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export type SourceFile = { path: string; text: string }
type Import = { specifier: string; isType: boolean }
/** Says what is wrong with one import of one file, or nothing. */
type Rule = (file: Place, imported: Import) => string | null
type Place = { path: string; area: string; name: string; isTest: boolean; services: ReadonlySet<string> }

/** Outside packages that one room wraps, so that the others speak its words: package → rooms that may import it. */
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

/** What a rules file may import: no I/O can be reached from here. */
const pure = [
  '@wp/kernel',
  '@wp/auth',
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

/** Tests of the whole system and tools look at every package. */
const isWholeSystem = (area: string) => area === 'test' || area === 'tools'

const onlyContracts: Rule = ({ area, name, services }, { specifier }) => {
  const target = packageOf(specifier)
  if (!services.has(target) || target === `@wp/${name}` || isWholeSystem(area)) return null
  if (specifier === `${target}/contract`) return null
  return `imports ${specifier}; another service is known by its contract only (${target}/contract)`
}

const insideThePackage: Rule = ({ path, area, name }, { specifier }) => {
  // A benchmark measures the inside of a package against a baseline.
  if (!specifier.startsWith('.') || path.startsWith('tools/bench/')) return null
  const target = join(dirname(path), specifier)
  const home = name ? `${area}/${name}` : area
  if (target.startsWith(`${home}/`)) return null
  return `imports ${specifier}, a file of another package; import the package by its name`
}

const throughItsWrapper: Rule = ({ area, name, isTest }, { specifier }) => {
  const rooms = wrapped[packageOf(specifier)]
  const home = name ? `${area}/${name}` : area
  if (!rooms || rooms.includes(home) || isTest || area === 'tools') return null
  return `imports ${specifier}; that is for ${rooms.join(' and ')} only`
}

/** Commands and tools use libraries, not the other way round. */
const librariesStandBelow: Rule = ({ area }, { specifier }) => {
  if (area !== 'libs' || !['@wp/local', '@wp/tools', '@wp/test'].includes(packageOf(specifier))) return null
  return `imports ${specifier}; a library cannot depend on deploy, tools or test`
}

const rulesArePure: Rule = ({ path }, { specifier, isType }) => {
  if (!/\.rules(\.test)?\.ts$/.test(path) || isType) return null
  if (specifier.startsWith('.')) {
    const impure = /\.(store|handlers|rpc)\.ts$/.exec(specifier)
    return impure ? `imports ${specifier}; rules reach no I/O (only its types may be imported)` : null
  }
  return pure.includes(packageOf(specifier)) ? null : `imports ${specifier}; rules are pure and reach no I/O`
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
  return `imports ${specifier}, which is for tests`
}

/** It is published: whoever installs it gets what it is bundled from, and nothing else. */
const clientStandsAlone: Rule = ({ path, isTest }, { specifier }) => {
  if (!path.startsWith('libs/client/src/') || isTest || specifier.startsWith('.')) return null
  if (specifier === '@wp/realtime-client') return null
  return `imports ${specifier}; the client depends on nothing but what it is bundled with`
}

const rules = [
  onlyContracts,
  insideThePackage,
  throughItsWrapper,
  librariesStandBelow,
  rulesArePure,
  noTestingInSource,
  clientStandsAlone,
]

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?'([^'\n]+)'|import\('([^'\n]+)'\)/g

/** What a file imports, by `import`, `export from` and `import()`. */
export const importsOf = (text: string): Import[] =>
  [...text.matchAll(importPattern)].map(([, isType, stated, dynamic]) => ({
    specifier: stated ?? dynamic ?? '',
    isType: isType !== undefined,
  }))

const placeOf = (path: string, services: ReadonlySet<string>): Place => {
  const [area = '', second = ''] = path.split('/')
  const name = ['services', 'libs', 'deploy'].includes(area) ? second : ''
  const isTest = path.endsWith('.test.ts') || /(^|\/)test\//.test(path)
  return { path, area, name, isTest, services }
}

/** Every import that crosses a boundary of the architecture, as one line each. `services` are package names. */
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

/** The source files of the repository, as the rules see them. */
export const readSources = (root: string): SourceFile[] =>
  globSync('{services,libs,deploy,protos,test,tools}/**/*.ts', {
    cwd: root,
    exclude: ['**/node_modules/**', 'protos/generated/**'],
  }).map((path) => ({ path: relative(root, join(root, path)), text: readFileSync(join(root, path), 'utf8') }))

export const serviceNames = (root: string): string[] =>
  globSync('services/*/package.json', { cwd: root }).map((path) => `@wp/${path.split('/')[1]}`)
