import { join } from 'node:path'
import { defineConfig, setting } from '@wp/config'
import { z } from 'zod'

/** Settings specific to the console, in addition to those that all services share. */
export const consoleConfig = defineConfig({
  CONSOLE_DIR: setting(
    z.string().default(join(import.meta.dirname, '../dist')),
    'Folder with the built web application',
  ),
})
