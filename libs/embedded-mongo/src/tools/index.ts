export { readAddress } from './address.ts'
export { compact } from './compact.ts'
export { exportDatabase, sumDatabase, type CollectionSum } from './export.ts'
export { importDatabase, importDocuments, importIndexes } from './import.ts'
