/** What others may import of labs: its routes and its events. */
export * from './test-samples/test-sample.contract.ts'
export { TestSamplesSeeded } from './test-samples/test-sample.events.ts'
