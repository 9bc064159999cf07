import type { WorkspaceDirectory } from '@wp/http'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { ActiveDomains } from './domains/active-domain.actions.ts'
import type { domainStore } from './domains/domain.store.ts'
import type { ResolveTxt } from './domains/txt-record.actions.ts'
import type { jobStore } from './marketing-posts/job.store.ts'
import type { WorkflowTool } from './marketing-posts/workflow-tool.actions.ts'
import type { orderStore } from './orders/order.store.ts'
import type { pageStore } from './pages/page.store.ts'
import type { productStore } from './products/product.store.ts'
import type { stockTakeStore } from './stock/stock.store.ts'
import type { storeStore } from './store/store.store.ts'

/** What handlers, actions, consumers and jobs are given; each names what it needs of it. */
export type StorefrontDeps = {
  db: Database
  clock: Clock
  workspaces: WorkspaceDirectory
  stores: ReturnType<typeof storeStore>
  pages: ReturnType<typeof pageStore>
  products: ReturnType<typeof productStore>
  orders: ReturnType<typeof orderStore>
  stockTakes: ReturnType<typeof stockTakeStore>
  domains: ReturnType<typeof domainStore>
  activeDomains: ActiveDomains
  resolveTxt: ResolveTxt
  /** Address of the gateway as callers see it. */
  publicUrl: string
  jobs: ReturnType<typeof jobStore>
  /** Null: none is configured, jobs wait for callbacks. */
  workflowTool: WorkflowTool | null
}
