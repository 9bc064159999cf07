import { runService } from '@wp/runtime'
import { consoleService } from './service.ts'

await runService(consoleService)
