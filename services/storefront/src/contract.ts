/** What others may import of storefront: its routes and its events. */
export * from './store/store.contract.ts'
export { StoreChanged } from './store/store.events.ts'
