/** Operations that version 1 promises and no service answers yet. It must be empty at the first release. */
export const notBuiltYet: string[] = [
  'DELETE /client/workspace/{workspaceId}/recurring-expense-rules/{ruleId}',
  'GET /client/workspace/{workspaceId}/recurring-expense-occurrences',
  'GET /client/workspace/{workspaceId}/recurring-expense-occurrences/stats',
  'GET /client/workspace/{workspaceId}/recurring-expense-occurrences/{occurrenceId}',
  'GET /client/workspace/{workspaceId}/recurring-expense-rules',
  'GET /client/workspace/{workspaceId}/recurring-expense-rules/{ruleId}',
  'PATCH /client/workspace/{workspaceId}/recurring-expense-rules/{ruleId}',
  'POST /client/workspace/{workspaceId}/recurring-expense-occurrences/{occurrenceId}/post',
  'POST /client/workspace/{workspaceId}/recurring-expense-occurrences/{occurrenceId}/skip',
  'POST /client/workspace/{workspaceId}/recurring-expense-rules',
  'POST /client/workspace/{workspaceId}/recurring-expense-rules/{ruleId}/pause',
  'POST /client/workspace/{workspaceId}/recurring-expense-rules/{ruleId}/resume',
]
