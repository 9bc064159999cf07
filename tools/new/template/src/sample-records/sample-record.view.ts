import { withIsoTimes } from '@wp/kernel'
import type { SampleRecord } from './sample-record.contract.ts'
import type { StoredSampleRecord } from './sample-record.store.ts'

export const toSampleRecord = (stored: StoredSampleRecord): SampleRecord => withIsoTimes(stored)
