import { expect, inject } from 'vitest'
import './matchers.ts'
import { connectPlatform } from './platform.ts'

// Other tests are pure and wait for nothing.
const { testPath = '' } = expect.getState()
if (inject('wpFolders').some((folder) => testPath.includes(folder))) await connectPlatform()
