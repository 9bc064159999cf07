import { runService } from '@wp/runtime'
import { scheduling } from './service.ts'

await runService(scheduling)
