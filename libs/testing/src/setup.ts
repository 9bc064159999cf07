import { expect } from 'vitest'
import './matchers.ts'
import { connectPlatform } from './platform.ts'

// Tests beside the source are pure and wait for nothing.
const { testPath } = expect.getState()
if (testPath?.includes('/test/')) await connectPlatform()
