import { expect } from 'vitest'
import './matchers.ts'
import { connectPlatform } from './platform.ts'

/** Tests of a service or of the whole; the gateway is tested against small services of its own. Others wait for nothing. */
const isOnPlatform = /\/services\/(?!gateway\/)[^/]+\/test\/|\/test\/(?:contract|security|client|full)\//

const { testPath = '' } = expect.getState()
if (isOnPlatform.test(testPath)) await connectPlatform()
