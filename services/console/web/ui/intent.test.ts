import { ApiError, ConnectionError } from '@workspace-platform/client'
import { describe, expect, it } from 'vitest'
import { createIntent } from './intent.ts'

const refusal = (status: number, code: string): ApiError =>
  new ApiError({ status, body: { error: { code, message: 'No' } }, headers: new Headers() })

const keysOf = async (
  failures: (Error | null)[],
  between: (intent: ReturnType<typeof createIntent>) => void,
) => {
  const intent = createIntent()
  const keys: string[] = []
  for (const failure of failures) {
    const call = async (key: string): Promise<void> => {
      keys.push(key)
      if (failure) throw failure
    }
    await intent.run(call).catch((error: unknown) => expect(error).toBe(failure))
    between(intent)
  }
  return keys
}

describe('createIntent', () => {
  it.each([
    ['a lost reply', new ConnectionError('/sales', null), true],
    ['an unavailable service', refusal(503, 'UNAVAILABLE'), true],
    ['a refusal', refusal(409, 'QUOTA_EXCEEDED'), false],
    ['a success', null, false],
  ])('keeps its key only after a temporary failure: %s', async (_, failure, isKept) => {
    const [first, second] = await keysOf([failure, null], () => undefined)
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(first === second).toBe(isKept)
  })

  it('uses another key after a change', async () => {
    const [first, second] = await keysOf([new ConnectionError('/sales', null), null], (intent) =>
      intent.forget(),
    )
    expect(first).not.toBe(second)
  })
})
