export { localFiles } from './local-files.ts'
export type { FileStore } from './file-store.ts'
export { requireSize, sniff } from './sniff.ts'
