import { platform } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { suite } from './suite.ts'

describe('client', () => {
  it.each(suite)('$title', async ({ run }) => {
    await expect(run(platform().gatewayUrl)).resolves.toBeUndefined()
  })
})
