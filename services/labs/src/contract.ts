export * from './events.ts'
export * from './test-samples/test-sample.contract.ts'
