import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { protoFiles } from './loading.ts'

/** Writes the TypeScript types of every message and service to `generated`, and `index.ts`. */
const here = import.meta.dirname
const folder = join(here, 'generated')
const loader = dirname(createRequire(import.meta.url).resolve('@grpc/proto-loader/package.json'))
const options = [
  '--grpcLib=@grpc/grpc-js',
  '--longs=Number',
  '--enums=String',
  '--defaults',
  '--includeComments',
  '--importFileExtension=.ts',
]

rmSync(folder, { recursive: true, force: true })
execFileSync(
  process.execPath,
  [
    join(loader, 'build/bin/proto-loader-gen-types.js'),
    ...options,
    '-I',
    '.',
    '-O',
    folder,
    ...protoFiles(here),
  ],
  { cwd: here },
)

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
const camel = (name: string): string => name.charAt(0) + pascal(name).slice(1)

const services = protoFiles(here)
  .map((file) => basename(file, '.proto'))
  .toSorted()

const imported = services.map(
  (name) =>
    `import type { ${pascal(name)}ServiceDefinition } from './generated/wp/${name}/v1/${pascal(name)}Service.ts'`,
)
const exported = services.map(
  (
    name,
  ) => `export const ${camel(name)}Service = /* @__PURE__ */ loadService<${pascal(name)}ServiceDefinition>(
  here,
  '${name}/v1/${name}.proto',
  'wp.${name}.v1.${pascal(name)}Service',
)`,
)

/** Committed, because services load it; only the types that it refers to are built. */
const index = `// Written by npm run build from the protos.
// The types in \`generated\` are written by it too; nothing is loaded from there when a service runs.
${imported.join('\n')}
import { loadService } from './loading.ts'

const here = import.meta.dirname

// Marked as pure, so that a bundled service only loads the files that it uses.

${exported.join('\n')}

export { loadService, type RpcMethods, type RpcService, type Written } from './loading.ts'
`
const indexFile = join(here, 'index.ts')
if (readFileSync(indexFile, 'utf8') !== index) writeFileSync(indexFile, index)
