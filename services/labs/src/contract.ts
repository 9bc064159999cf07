/** The labs routes and events that other services import. */
export * from './analyses/analysis.contract.ts'
export * from './analyses/range.contract.ts'
export * from './coupons/coupon.contract.ts'
export * from './design-results/design-result.contract.ts'
export * from './interpretations/interpretation.contract.ts'
export * from './lab-tests/evaluation.contract.ts'
export * from './lab-tests/lab-test.contract.ts'
export * from './lab-tests/lab-test-billing.contract.ts'
export * from './reports/report-link.contract.ts'
export * from './reports/report.contract.ts'
export * from './test-samples/test-sample.contract.ts'
export * from './units/unit.contract.ts'
export { AnalysisChanged, LabAnalysisPublished } from './analyses/analysis.events.ts'
export { LabCouponChanged, LabCouponPublished } from './coupons/coupon.events.ts'
export { DesignResultChanged } from './design-results/design-result.events.ts'
export {
  LabResultPublished,
  LabTestChanged,
  LabTestPublished,
  ResultCritical,
} from './lab-tests/lab-test.events.ts'
export { AuditRecorded, CustomerMessageRequested } from './reports/report-link.events.ts'
export { TestSamplesSeeded } from './test-samples/test-sample.events.ts'
export { LabUnitChanged, LabUnitPublished } from './units/unit.events.ts'
