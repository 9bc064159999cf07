import { defineConfig } from '@wp/config'

/** Settings of this service, in addition to those shared by all services. */
export const contestsConfig = defineConfig({})
