import type { StaticFiles } from './static-files/static-file.store.ts'

export type ConsoleDeps = { files: StaticFiles }
