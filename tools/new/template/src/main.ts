import { runService } from '@wp/runtime'
import { sampleService } from './service.ts'

await runService(sampleService)
