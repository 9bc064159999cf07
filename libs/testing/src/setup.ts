import { expect } from 'vitest'
import './end-with-run.ts'
import './matchers.ts'
import { connectPlatform } from './platform.ts'

/**
 * Only these system tests and the service tests (except the gateway's, which have their own upstreams) need the
 * platform.
 */
const isOnPlatform = /\/services\/(?!gateway\/)[^/]+\/test\/|\/test\/(?:contract|security|client|full)\//

const { testPath = '' } = expect.getState()
if (isOnPlatform.test(testPath)) await connectPlatform()
