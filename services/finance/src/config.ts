import { defineConfig } from '@wp/config'
import { fileSettings } from '@wp/files'

/** The service's own settings, beside those that every service has. */
export const financeConfig = defineConfig(fileSettings('.data/finance'))
