import { startService } from '@wp/runtime'
import { finance } from '../src/service.ts'

// A finance whose scheduler runs at once instead of half a minute after the start, whoever else has the lease.
const service = await startService(finance, { env: process.env, register: false })
process.stdout.write(`${JSON.stringify({ ready: true, http: service.url })}\n`)
await service.runJob('make-due-occurrences')
