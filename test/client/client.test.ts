import { platform } from '@wp/testing'
import { expect, test } from 'vitest'
import { suite } from './suite.ts'

test.each(suite)('$title', async ({ run }) => {
  await expect(run(platform().gatewayUrl)).resolves.toBeUndefined()
})
