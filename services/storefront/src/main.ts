import { runService } from '@wp/runtime'
import { storefront } from './service.ts'

await runService(storefront)
