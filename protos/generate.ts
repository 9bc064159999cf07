import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { protoFiles } from './loading.ts'

/** Writes the TypeScript types of every message and service to `generated`. */
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
