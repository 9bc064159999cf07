/** The public contract of sample-service: its routes and events. */
export * from './sample-records/sample-record.contract.ts'
export { SampleRecordChanged, SampleRecordRemoved } from './sample-records/sample-record.events.ts'
