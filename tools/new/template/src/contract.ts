/** What others may import of sample-service: its routes and its events. */
export * from './sample-records/sample-record.contract.ts'
export { SampleRecordChanged, SampleRecordRemoved } from './sample-records/sample-record.events.ts'
