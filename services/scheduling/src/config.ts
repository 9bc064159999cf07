import { defineConfig, setting } from '@wp/config'
import { z } from 'zod'

/** Scheduling's own settings, beside those that every service has. */
export const schedulingConfig = defineConfig({
  DATA_DIR: setting(
    z.string().default('.data/scheduling'),
    'Folder of the attached files; shared by all replicas',
  ),
})
