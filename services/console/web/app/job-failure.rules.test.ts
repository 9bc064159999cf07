import { describe, expect, it } from 'vitest'
import { workflowFailureIn } from './job-failure.rules.ts'

describe('workflowFailureIn', () => {
  it('returns why the workflow tool was not called, with the technical reason', () => {
    expect(workflowFailureIn('The workflow tool did not answer')).toEqual({ failure: 'noAnswer', detail: '' })
    expect(workflowFailureIn('The workflow tool could not be reached: it answered 500')).toEqual({
      failure: 'unreachable',
      detail: ': it answered 500',
    })
  })

  it('returns null for messages of the tool', () => {
    expect(workflowFailureIn('The post was rejected')).toBeNull()
    expect(workflowFailureIn('')).toBeNull()
  })
})
