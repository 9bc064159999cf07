import { runService } from '@wp/runtime'
import { labs } from './service.ts'

await runService(labs)
