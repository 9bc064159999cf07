import { runService } from '@wp/runtime'
import { realtime } from './service.ts'

await runService(realtime)
