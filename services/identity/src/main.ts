import { runService } from '@wp/runtime'
import { identity } from './service.ts'

await runService(identity, {
  admin: async (args) => (await import('./operations/main.ts')).main(args),
})
