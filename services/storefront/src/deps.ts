import type { QuotaFiles } from '@wp/files'
import { handleWith } from '@wp/http'
import type { WorkspaceDirectory } from '@wp/http'
import type { Imports } from '@wp/imports'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { Logger } from '@wp/telemetry'
import type { WorkspaceWith } from '@wp/workspaces'
import type { ActiveDomains } from './domains/active-domain.actions.ts'
import type { domainStore } from './domains/domain.store.ts'
import type { ResolveTxt } from './domains/txt-record.actions.ts'
import type { RenderImage } from './images/image-renditions.actions.ts'
import type { imageStore } from './images/image.store.ts'
import type { categoryStore } from './categories/category.store.ts'
import type { CallbackLimits } from './workflow-jobs/callback-use.rules.ts'
import type { callbackUseStore } from './workflow-jobs/callback-use.store.ts'
import type { Job } from './workflow-jobs/workflow-job.contract.ts'
import type { workflowJobStore } from './workflow-jobs/workflow-job.store.ts'
import type { WorkflowTool } from './workflow-jobs/workflow-tool.actions.ts'
import type { orderNumberStore } from './orders/order-number.store.ts'
import type { orderStore } from './orders/order.store.ts'
import type { HtmlCleaner } from './pages/page-html.actions.ts'
import type { pageStore } from './pages/page.store.ts'
import type { productStore } from './products/product.store.ts'
import type { heldStockStore } from './stock/held-stock.store.ts'
import type { stockReservationStore } from './stock/stock-reservation.store.ts'
import type { StockSettlement } from './stock/stock-settlement.actions.ts'
import type { shopSettingsStore } from './shop-settings/shop-settings.store.ts'

/** The workspace fields that this service's handlers use. */
export type StorefrontWorkspace = WorkspaceWith<'name' | 'settings' | 'business' | 'languages' | 'taxRates'>
export const handle = handleWith<StorefrontWorkspace>()

/** Dependencies of handlers, actions, consumers and jobs; each picks what it needs. */
export type StorefrontDeps = {
  db: Database
  clock: Clock
  logger: Logger
  workspaces: WorkspaceDirectory<StorefrontWorkspace>
  shopSettings: ReturnType<typeof shopSettingsStore>
  pages: ReturnType<typeof pageStore>
  htmlCleaner: HtmlCleaner
  products: ReturnType<typeof productStore>
  categories: ReturnType<typeof categoryStore>
  images: ReturnType<typeof imageStore>
  imageFiles: QuotaFiles
  renderImage: RenderImage
  imports: Imports<Job>
  orders: ReturnType<typeof orderStore>
  orderNumbers: ReturnType<typeof orderNumberStore>
  heldStock: ReturnType<typeof heldStockStore>
  stockReservations: ReturnType<typeof stockReservationStore>
  stockSettlement: StockSettlement
  domains: ReturnType<typeof domainStore>
  activeDomains: ActiveDomains
  resolveTxt: ResolveTxt
  isDevelopment: boolean
  /** Public URL of the gateway. */
  publicUrl: string
  workflowJobs: ReturnType<typeof workflowJobStore>
  callbackUses: ReturnType<typeof callbackUseStore>
  callbackLimits: CallbackLimits
  isCallbackKeyRequired: boolean
  /** Null when no workflow tool is configured; workflow jobs then wait for callbacks. */
  workflowTool: WorkflowTool | null
}
