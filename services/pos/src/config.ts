import { defineConfig } from '@wp/config'

/** Settings specific to pos, in addition to those that all services share. */
export const posConfig = defineConfig({})
