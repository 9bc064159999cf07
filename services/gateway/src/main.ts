import { runService } from '@wp/runtime'
import { gateway } from './service.ts'

await runService(gateway)
