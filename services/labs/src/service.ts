import { financeService, identityService, posService, schedulingService } from '@wp/protos'
import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { analysisHandlers } from './analyses/analysis.handlers.ts'
import { analysisCollection, analysisStore, foldAnalysisSearch } from './analyses/analysis.store.ts'
import { rangeHandlers } from './analyses/range.handlers.ts'
import { labsConfig } from './config.ts'
import { onClientChanged } from './consumers/on-client-changed.ts'
import { onInvoiceChanged } from './consumers/on-invoice-changed.ts'
import * as contract from './contract.ts'
import { couponHandlers } from './coupons/coupon.handlers.ts'
import { couponCollection, couponStore } from './coupons/coupon.store.ts'
import type { LabsDeps } from './deps.ts'
import { compiledDesignStore } from './design-results/compiled-design.store.ts'
import { createDesignSource } from './design-results/design-source.actions.ts'
import { designResultHandlers } from './design-results/design-result.handlers.ts'
import { designResultCollection, designResultStore } from './design-results/design-result.store.ts'
import { createInterpreter } from './interpretations/interpreter.actions.ts'
import { interpretationHandlers } from './interpretations/interpretation.handlers.ts'
import { interpretationCollection, interpretationStore } from './interpretations/interpretation.store.ts'
import { completeBillingStepsJob } from './jobs/complete-billing-steps.ts'
import { clientNameCollection, clientNameStore } from './lab-tests/client-name.store.ts'
import { labTestBillingHandlers } from './lab-tests/lab-test-billing.handlers.ts'
import { labTestHandlers } from './lab-tests/lab-test.handlers.ts'
import { labTestCollection, labTestNumberCollection, labTestStore } from './lab-tests/lab-test.store.ts'
import { labTestResultHandlers } from './lab-tests/lab-test-result.handlers.ts'
import { reportLinkHandlers } from './reports/report-link.handlers.ts'
import { reportLinkCollection, reportLinkStore } from './reports/report-link.store.ts'
import { reportHandlers } from './reports/report.handlers.ts'
import { testSampleHandlers } from './test-samples/test-sample.handlers.ts'
import { testSampleCollection, testSampleStore } from './test-samples/test-sample.store.ts'
import { unitHandlers } from './units/unit.handlers.ts'
import { unitCollection, unitStore } from './units/unit.store.ts'

export const labsCollections = [
  workspaceCopiesCollection,
  unitCollection,
  couponCollection,
  analysisCollection,
  labTestCollection,
  labTestNumberCollection,
  clientNameCollection,
  reportLinkCollection,
  interpretationCollection,
  designResultCollection,
  testSampleCollection,
]

export const labs = defineService('labs', {
  declaration,
  contract,
  config: labsConfig,
  database: { collections: labsCollections, migrations: [foldAnalysisSearch] },
  open: (context) => {
    const { config, db, clock, logger, rpc, use } = context
    const workspaces = openWorkspaceCopies(context)
    const interpreter = createInterpreter(config)
    if (interpreter) use(interpreter.outbound)
    const designSource = createDesignSource(config)
    if (designSource) use(designSource.outbound)
    const deps: LabsDeps = {
      db,
      clock,
      logger,
      workspaces,
      people: rpc(schedulingService),
      invoicing: rpc(posService),
      messageLinks: rpc(identityService),
      finance: rpc(financeService),
      interpreter,
      designSource,
      interpretations: interpretationStore(db),
      units: unitStore(db),
      coupons: couponStore(db),
      analyses: analysisStore(db),
      labTests: labTestStore(db),
      reportLinks: reportLinkStore(db),
      clientNames: clientNameStore(db),
      designResults: designResultStore(db),
      compiledDesigns: compiledDesignStore(),
      testSamples: testSampleStore(db),
    }
    return {
      workspaces,
      routes: [
        unitHandlers(deps),
        couponHandlers(deps),
        analysisHandlers(deps),
        rangeHandlers(deps),
        labTestHandlers(deps),
        labTestResultHandlers(deps),
        labTestBillingHandlers(deps),
        reportHandlers(deps),
        reportLinkHandlers(deps),
        interpretationHandlers(deps),
        designResultHandlers(deps),
        testSampleHandlers(deps),
      ],
      consumers: [...workspaces.consumers, onClientChanged(deps), onInvoiceChanged(deps)],
      jobs: [completeBillingStepsJob(deps)],
    }
  },
})
