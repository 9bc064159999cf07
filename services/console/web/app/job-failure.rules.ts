const workflowFailures = {
  'The workflow tool did not answer': 'noAnswer',
  'The workflow tool could not be reached': 'unreachable',
} as const

export type WorkflowFailure = (typeof workflowFailures)[keyof typeof workflowFailures]

/**
 * Returns why the workflow tool was not called, with the technical reason after a colon (`: it answered 500`), if the
 * platform wrote the message; null for messages of the tool itself.
 */
export const workflowFailureIn = (message: string): { failure: WorkflowFailure; detail: string } | null => {
  for (const [known, failure] of Object.entries(workflowFailures))
    if (message === known || message.startsWith(`${known}: `))
      return { failure, detail: message.slice(known.length) }
  return null
}
