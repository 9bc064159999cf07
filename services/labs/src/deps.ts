import { handleWith } from '@wp/http'
import type { WorkspaceDirectory } from '@wp/http'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { financeService, identityService, posService, schedulingService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'
import type { Logger } from '@wp/telemetry'
import type { WorkspaceWith } from '@wp/workspaces'
import type { analysisStore } from './analyses/analysis.store.ts'
import type { couponStore } from './coupons/coupon.store.ts'
import type { compiledDesignStore } from './design-results/compiled-design.store.ts'
import type { DesignSource } from './design-results/design-source.actions.ts'
import type { designResultStore } from './design-results/design-result.store.ts'
import type { interpretationStore } from './interpretations/interpretation.store.ts'
import type { Interpreter } from './interpretations/interpreter.actions.ts'
import type { clientNameStore } from './lab-tests/client-name.store.ts'
import type { labTestStore } from './lab-tests/lab-test.store.ts'
import type { reportLinkStore } from './reports/report-link.store.ts'
import type { testSampleStore } from './test-samples/test-sample.store.ts'
import type { unitStore } from './units/unit.store.ts'

/** The workspace fields that this service's handlers use. */
export type LabsWorkspace = WorkspaceWith<'name' | 'settings' | 'business' | 'languages' | 'taxRates'>
export const handle = handleWith<LabsWorkspace>()

/** Dependencies of handlers, actions, consumers and jobs; each picks those it needs. */
export type LabsDeps = {
  db: Database
  clock: Clock
  logger: Logger
  workspaces: WorkspaceDirectory<LabsWorkspace>

  people: Pick<RpcClient<typeof schedulingService.definition>, 'getClient'>
  invoicing: Pick<RpcClient<typeof posService.definition>, 'createDraftInvoice'>
  messageLinks: Pick<RpcClient<typeof identityService.definition>, 'getMessageLink'>
  finance: Pick<RpcClient<typeof financeService.definition>, 'createIncome'>

  /** External systems, or null when they are not configured. */
  interpreter: Interpreter | null
  designSource: DesignSource | null

  interpretations: ReturnType<typeof interpretationStore>

  units: ReturnType<typeof unitStore>
  coupons: ReturnType<typeof couponStore>
  analyses: ReturnType<typeof analysisStore>
  labTests: ReturnType<typeof labTestStore>
  reportLinks: ReturnType<typeof reportLinkStore>
  clientNames: ReturnType<typeof clientNameStore>
  designResults: ReturnType<typeof designResultStore>
  compiledDesigns: ReturnType<typeof compiledDesignStore>
  testSamples: ReturnType<typeof testSampleStore>
}
