import { runService } from '@wp/runtime'
import { finance } from './service.ts'

await runService(finance)
