export * from './events.ts'
export * from './store/store.contract.ts'
