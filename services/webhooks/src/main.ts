import { runService } from '@wp/runtime'
import { webhooks } from './service.ts'

await runService(webhooks)
