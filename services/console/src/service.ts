import { defineService } from '@wp/runtime'
import declaration from '../service.json' with { type: 'json' }
import { consoleConfig } from './config.ts'
import { staticFileHandlers } from './static-files/static-file.handlers.ts'
import { readStaticFiles } from './static-files/static-file.store.ts'

export const consoleService = defineService('console', {
  declaration,
  config: consoleConfig,
  database: false,
  open: ({ config, logger }) => {
    const files = readStaticFiles(config.consoleDir, { environment: config.nodeEnv })
    if (!files.find('index.html')) {
      if (config.nodeEnv === 'production')
        throw new Error(`${config.consoleDir} does not contain the console`)
      logger.warn('the console is not built, so its pages return 404; run npm run build')
    }
    return { routes: [staticFileHandlers({ files })] }
  },
})

export { consoleService as service }
