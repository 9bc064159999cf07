import { runService } from '@wp/runtime'
import { adminBilling } from './service.ts'

await runService(adminBilling)
