import { runService } from '@wp/runtime'
import { contests } from './service.ts'

await runService(contests)
