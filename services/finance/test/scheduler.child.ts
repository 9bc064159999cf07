import { startService } from '@wp/runtime'
import { finance } from '../src/service.ts'

// Runs the scheduler right after startup instead of half a minute later, and ignores the lease.
const service = await startService(finance, { env: process.env, register: false })
process.stdout.write(`${JSON.stringify({ ready: true, http: service.url })}\n`)
await service.runJob('make-due-occurrences')
