import { TestSamplesSeeded } from './events.ts'
import { testSampleRoutes } from './test-samples/test-sample.contract.ts'

export * from './events.ts'
export * from './test-samples/test-sample.contract.ts'

export const routes = [...testSampleRoutes]
export const events = [TestSamplesSeeded]
