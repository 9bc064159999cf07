import { defineConfig } from '@wp/config'
import { fileSettings } from '@wp/files'

/** Settings of this service, in addition to those shared by all services. */
export const schedulingConfig = defineConfig(fileSettings('.data/scheduling'))
