import { defineConfig } from '@wp/config'

/** Settings of pos, in addition to those that every service has. */
export const posConfig = defineConfig({})
