export { readAddress } from './address.ts'
export { exportDatabase, sumDatabase, type CollectionSum } from './export.ts'
export { importDatabase } from './import.ts'
