import { runService } from '@wp/runtime'
import { identity } from './service.ts'

await runService(identity)
