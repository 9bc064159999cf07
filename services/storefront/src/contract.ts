/** What others may import of storefront: its routes and its events. */
export * from './orders/order.contract.ts'
export * from './pages/page.contract.ts'
export * from './products/product.contract.ts'
export * from './store/store.contract.ts'
export { OrderChanged } from './orders/order.events.ts'
export { PageChanged, PageRemoved } from './pages/page.events.ts'
export { ProductChanged, ProductRemoved } from './products/product.events.ts'
export { StoreChanged } from './store/store.events.ts'
