import { defineConfig } from '@wp/config'
import { fileSettings } from '@wp/files'

/** Scheduling's own settings, beside those that every service has. */
export const schedulingConfig = defineConfig(fileSettings('.data/scheduling'))
