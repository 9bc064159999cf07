import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileContent } from '../src/file-store.ts'

export const contentOf = (bytes: Buffer): FileContent => ({
  sizeBytes: bytes.length,
  sha256: hash('sha256', bytes),
  open: () => Readable.from([bytes]),
})
