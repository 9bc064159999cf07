import { expect } from 'vitest'
import './matchers.ts'
import { connectPlatform } from './platform.ts'

/** Only tests of services (except the gateway, which has its own upstreams) and of the whole system need the platform. */
const isOnPlatform = /\/services\/(?!gateway\/)[^/]+\/test\/|\/test\/(?:contract|security|client|full)\//

const { testPath = '' } = expect.getState()
if (isOnPlatform.test(testPath)) await connectPlatform()
