import { defineConfig } from '@wp/config'
import { fileSettings } from '@wp/files'

/** Settings specific to finance, in addition to those that all services share. */
export const financeConfig = defineConfig(fileSettings('.data/finance'))
