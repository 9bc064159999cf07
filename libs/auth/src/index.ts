export * from './permissions.ts'
export * from './principals.ts'
