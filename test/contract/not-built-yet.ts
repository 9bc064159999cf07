/** Operations that version 1 promises and no service answers yet. It must be empty at the first release. */
export const notBuiltYet: string[] = [
  'GET /workspace/{workspaceId}/labs/tests/{testId}/design-result',
  'GET /workspace/{workspaceId}/labs/tests/{testId}/items/{itemId}/interpret/estimate',
  'POST /workspace/{workspaceId}/labs/tests/{testId}/items/{itemId}/interpret',
]
