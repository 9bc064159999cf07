import { handleWith } from '@wp/http'
import type { WorkspaceDirectory } from '@wp/http'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { schedulingService, storefrontService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'
import type { Logger } from '@wp/telemetry'
import type { WorkspaceWith } from '@wp/workspaces'
import type { invoiceStore } from './invoices/invoice.store.ts'
import type { taxEntryStore } from './taxes/tax.store.ts'
import type { tillSessionStore } from './till-sessions/till-session.store.ts'

/** The workspace fields that this service's handlers use. */
export type PosWorkspace = WorkspaceWith<'name' | 'settings' | 'business' | 'languages' | 'taxRates'>
export const handle = handleWith<PosWorkspace>()

/** Dependencies of handlers, actions, consumers and jobs; each picks what it needs. */
export type PosDeps = {
  db: Database
  clock: Clock
  logger: Logger
  workspaces: WorkspaceDirectory<PosWorkspace>

  people: Pick<RpcClient<typeof schedulingService.definition>, 'getClient' | 'getServices'>
  stock: Pick<RpcClient<typeof storefrontService.definition>, 'getProducts' | 'takeStock' | 'returnStock'>

  tillSessions: ReturnType<typeof tillSessionStore>
  invoices: ReturnType<typeof invoiceStore>
  taxEntries: ReturnType<typeof taxEntryStore>
}
