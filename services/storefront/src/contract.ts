/** The storefront routes and events that other packages may import. */
export * from './categories/category.contract.ts'
export * from './domains/domain.contract.ts'
export * from './images/image.contract.ts'
export * from './workflow-jobs/workflow-job.contract.ts'
export * from './orders/order.contract.ts'
export * from './pages/page.contract.ts'
export * from './product-imports/product-import.contract.ts'
export * from './products/product.contract.ts'
export * from './shop/shop.contract.ts'
export * from './shop-settings/shop-settings.contract.ts'
export { CategoryPublished } from './categories/category.events.ts'
export { DomainPublished } from './domains/domain.events.ts'
export { JobCreated, JobProgressed, JobPublished } from './workflow-jobs/workflow-job.events.ts'
export {
  CustomerMessageRequested,
  OrderFulfilled,
  OrderPublished,
  OrderRefunded,
} from './orders/order.events.ts'
export { PagePublished } from './pages/page.events.ts'
export { ProductPublished } from './products/product.events.ts'
export { StoreChanged } from './shop-settings/shop-settings.events.ts'
