import { runService } from '@wp/runtime'
import { pos } from './service.ts'

await runService(pos)
