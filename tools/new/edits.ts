import { examplesText } from '../docs/examples.ts'
import { upperFirst, type Names } from './names.ts'

// Edits to existing files for a new service or resource. Each edit returns the new text, or throws when the file does
// not look as expected. The formatter runs afterward.

const replaceOnce = (text: string, pattern: RegExp, replacement: (found: string) => string): string => {
  if (!pattern.test(text)) throw new Error(`nothing matches ${String(pattern)}`)
  return text.replace(pattern, replacement)
}

const closing: Record<string, string> = { '[': ']', '{': '}' }

/** Appends an item to the list or object whose opening bracket the pattern matches. */
const appendTo = (text: string, pattern: RegExp, item: string): string => {
  const found = pattern.exec(text)
  if (!found) throw new Error(`nothing matches ${String(pattern)}`)
  const open = found[0].at(-1)!
  let depth = 1
  let end = found.index + found[0].length
  for (; depth > 0 && end < text.length; end += 1) {
    if (text[end] === open) depth += 1
    else if (text[end] === closing[open]) depth -= 1
  }
  const before = text.slice(0, end - 1).trimEnd()
  const comma = /[[{,]$/.test(before) ? '' : ','
  return `${before}${comma}\n${item}\n${text.slice(end - 1)}`
}

/** Adds imports of the service's own files, in alphabetical order. */
const addImports = (text: string, imports: Record<string, string>): string =>
  Object.entries(imports).reduce((before, [path, what]) => {
    const statements = [...before.matchAll(/^import [^;]*? from '([^']+)'.*\n/gm)]
    const last = statements.at(-1)
    if (!last) throw new Error('it has no imports')
    const next = statements.find(([, other]) => other!.startsWith('./') && other! > path)
    const at = next ? next.index : last.index + last[0].length
    return `${before.slice(0, at)}import ${what} from '${path}'\n${before.slice(at)}`
  }, text)

/** Adds a store after the existing ones in the object that contains a service's stores. */
const addStore = (text: string, line: string): string => {
  const lines = text.split('\n')
  const isStore = (each: string) => /^ +\w+: \w+Store\(db\b.*\),$/.test(each)
  const indentOf = (each: string) => each.length - each.trimStart().length
  const first = lines.findIndex(isStore)
  if (first === -1)
    return replaceOnce(
      text,
      /\{[^{}\n]*\b\w+Store\(db\b[^{}\n]*(?=\})/,
      (found) => `${found.trimEnd().replace(/,$/, '')}, ${line.trim().replace(/,$/, '')} `,
    )
  const indent = indentOf(lines[first]!)
  const end = lines.findIndex((each, at) => at > first && each !== '' && indentOf(each) < indent)
  const last = lines.findLastIndex((each, at) => at < end && indentOf(each) === indent && isStore(each))
  return lines.toSpliced(last + 1, 0, line).join('\n')
}

/** Adds the paths of a resource to the routes in a service's declaration. */
export const inDeclaration = (text: string, { plural }: Names): string => {
  const declaration = JSON.parse(text) as { routes?: string[] }
  const routes = [...(declaration.routes ?? []), `/workspace/:workspaceId/${plural.kebab}/*`]
  return `${JSON.stringify({ ...declaration, routes }, null, 2)}\n`
}

const fileOf = ({ kebab, plural }: Names, role: string): string => `./${plural.kebab}/${kebab}.${role}.ts`

/** Returns the name of the type that `deps.ts` exports. */
export const depsTypeOf = (text: string): string => {
  const name = /^export type (\w+Deps) = \{/m.exec(text)?.[1]
  if (!name) throw new Error('it does not export a …Deps type')
  return name
}

export const inContract = (text: string, resource: Names): string =>
  `${text.trimEnd()}
export * from '${fileOf(resource, 'contract')}'
export { ${resource.pascal}Changed, ${resource.pascal}Removed } from '${fileOf(resource, 'events')}'
`

export const inDeps = (text: string, resource: Names): string =>
  addImports(
    replaceOnce(
      text,
      /^export type \w+Deps = \{[\s\S]*?^(?=\})/m,
      (found) => `${found}  ${resource.plural.camel}: ReturnType<typeof ${resource.camel}Store>\n`,
    ),
    { [fileOf(resource, 'store')]: `type { ${resource.camel}Store }` },
  )

export const inService = (text: string, resource: Names): string => {
  const { camel, plural } = resource
  const collected = appendTo(text, /\bcollections: \[|Collections = \[/, `${camel}Collection,`)
  const given = addStore(collected, `${plural.camel}: ${camel}Store(db),`)
  const routed = appendTo(given, /\broutes: \[/, `${camel}Handlers(deps),`)
  return addImports(routed, {
    [fileOf(resource, 'handlers')]: `{ ${camel}Handlers }`,
    [fileOf(resource, 'store')]: `{ ${camel}Collection, ${camel}Store }`,
  })
}

/** Adds a resource to the existing rows of the table in a service's README. */
export const inServiceReadme = (text: string, service: Names, { kebab, camel, plural }: Names): string => {
  const added = {
    Owns: `\`${plural.snake}\``,
    Routes: `\`GET, POST /workspace/:workspaceId/${plural.kebab}\`, \`GET, PATCH, DELETE …/${plural.kebab}/:${camel}Id\``,
    Publishes: `\`wp.${service.kebab}.${kebab}.changed.v1\`, \`wp.${service.kebab}.${kebab}.removed.v1\``,
  }
  return Object.entries(added).reduce(
    (readme, [row, what]) =>
      readme.replace(
        new RegExp(`^(\\| ${row} +\\|.*?) *\\|$`, 'm'),
        (_, found: string) => `${found}, ${what} |`,
      ),
    text,
  )
}

/** Adds a resource to the test that expects every event of the service. */
export const inEventsTest = (text: string, { pascal, camel }: Names): string =>
  replaceOnce(
    text,
    /^ *await eventually\(/m,
    (found) => `    const { ${camel} } = (await api.create${pascal}({ name: 'First' })).body
    await api.delete${pascal}({ params: { ${camel}Id: ${camel}.id } })
${found}`,
  )

const shown = { workspaceId: '6a0a0a0a0a0a0a0a0a0a0a01', id: '6a0a0a0a0a0a0a0a0a0a0a02' }

/** Adds examples in the form that `npm run wp -- docs examples` records. */
export const inExamples = (text: string, { pascal, camel, plural }: Names): string => {
  const at = '2027-03-10T09:00:00.000Z'
  const record = { ...shown, name: 'First', createdAt: at, updatedAt: at }
  const one = { [camel]: record }
  const pagination = { page: 1, limit: 20, total: 1, totalPages: 1 }
  const examples = {
    ...(JSON.parse(text) as Record<string, unknown>),
    [`list${plural.pascal}`]: { 200: { [plural.camel]: [record], pagination } },
    [`create${pascal}`]: { 201: one },
    [`get${pascal}`]: { 200: one },
    [`update${pascal}`]: { 200: one },
  }
  return examplesText(examples)
}

/** Adds the requests in the form that `npm run wp -- docs examples` records. */
export const inRequests = (text: string, { pascal }: Names): string => {
  const body = { name: 'First' }
  const codes = { 422: ['VALIDATION_FAILED'] }
  return examplesText({
    ...(JSON.parse(text) as Record<string, unknown>),
    [`create${pascal}`]: { body, codes },
    [`update${pascal}`]: { body, codes },
  })
}

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const sortKeys = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

type Manifest = {
  version: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** The packages that the template imports. */
const templateImports = [
  '@wp/bus',
  '@wp/config',
  '@wp/http',
  '@wp/kernel',
  '@wp/mongo',
  '@wp/runtime',
  '@wp/testing',
  '@wp/workspaces',
  'vitest',
  'zod',
]

const onlyImports = (versions: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(versions).filter(([name]) => templateImports.includes(name)))

/** Returns a new service's manifest, with those dependencies of the contests service that the template imports. */
export const toManifest = (contests: string, { kebab }: Names, { plural }: Names): string => {
  const manifest = JSON.parse(contests) as Manifest
  return toJson({
    ...manifest,
    name: `@wp/${kebab}`,
    description: upperFirst(plural.words),
    dependencies: onlyImports(manifest.dependencies),
    devDependencies: onlyImports(manifest.devDependencies),
  })
}

/** Adds the service to the dependencies of `tools` or `test`, which both import every service. */
export const inManifest = (text: string, { kebab }: Names): string => {
  const manifest = JSON.parse(text) as Manifest
  const devDependencies = sortKeys({ ...manifest.devDependencies, [`@wp/${kebab}`]: manifest.version })
  return toJson({ ...manifest, devDependencies })
}

type Lockfile = { packages: Record<string, object> }

/**
 * Adds the package and its link to the lockfile, and updates the packages that depend on it (folder → manifest), like
 * npm.
 */
export const inLockfile = (
  text: string,
  manifest: string,
  users: Record<string, string>,
  { kebab }: Names,
): string => {
  const lockfile = JSON.parse(text) as Lockfile
  const { name, version, license, dependencies, devDependencies } = JSON.parse(manifest) as Record<
    string,
    unknown
  >
  const path = `services/${kebab}`
  const changed = Object.entries(users).map(([folder, text]) => {
    const { devDependencies: needed } = JSON.parse(text) as Manifest
    return [folder, { ...lockfile.packages[folder], devDependencies: needed }]
  })
  const packages = {
    ...lockfile.packages,
    ...(Object.fromEntries(changed) as Lockfile['packages']),
    [`node_modules/@wp/${kebab}`]: { resolved: path, link: true },
    [path]: { name, version, license, dependencies, devDependencies },
  }
  const sorted = Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  return toJson({ ...lockfile, packages: Object.fromEntries(sorted) })
}
