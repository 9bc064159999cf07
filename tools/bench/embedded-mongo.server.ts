import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@wp/embedded-mongo'
import { announce } from './measure.ts'

const folder = mkdtempSync(join(tmpdir(), 'bench-embedded-mongo-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const server = await startServer({ dataDir: folder })
announce(server.uri)
