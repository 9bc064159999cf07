import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { protoFiles } from './loading.ts'

/** Writes the message types of every proto to `generated`; with `--check` it only says whether they are up to date. */
const here = import.meta.dirname
const committed = join(here, 'generated')

const generateInto = (folder: string): void => {
  const loader = dirname(createRequire(import.meta.url).resolve('@grpc/proto-loader/package.json'))
  const options = [
    '--grpcLib=@grpc/grpc-js',
    '--longs=Number',
    '--enums=String',
    '--defaults',
    '--includeComments',
  ]
  const command = [
    join(loader, 'build/bin/proto-loader-gen-types.js'),
    ...options,
    '--importFileExtension=.ts',
  ]
  execFileSync(process.execPath, [...command, '-I', '.', '-O', folder, ...protoFiles(here)], { cwd: here })
}

const contents = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]),
  )

const driftFrom = (expected: Map<string, string>, actual: Map<string, string>): string[] =>
  [...new Set([...expected.keys(), ...actual.keys()])].filter(
    (path) => expected.get(path) !== actual.get(path),
  )

if (process.argv.includes('--check')) {
  const scratch = mkdtempSync(join(tmpdir(), 'wp-protos-'))
  try {
    generateInto(scratch)
    const drift = driftFrom(contents(scratch), contents(committed))
    if (drift.length > 0) {
      process.stderr.write(`protos/generated differs from the protos: ${drift.join(', ')}\n`)
      process.stderr.write('Run `npm run protos:generate -w protos` and commit the result.\n')
      process.exitCode = 1
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
} else {
  rmSync(committed, { recursive: true, force: true })
  generateInto(committed)
}
