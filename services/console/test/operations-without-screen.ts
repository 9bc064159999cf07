/** Operations that logged-in users may call but the console does not need, each with the reason. */
export const operationsWithoutScreen: Record<string, string> = {
  createTaskComment: 'createComment writes comments on every task',
  deletePageOfCollection: 'deletePage does the same with the id in the path',
  getApiKey: 'listApiKeys returns all keys with every field',
  getHoliday: 'listHolidays returns all holidays with every field',
  getLabUnit: 'listLabUnits returns all units with every field',
  getRecurringExpenseOccurrence: 'listRecurringExpenseOccurrences returns every field',
  getWebhookEndpoint: 'listWebhookEndpoints returns all endpoints with every field',
  getWorkspace: 'me returns the workspace',
  listInvoiceAdditions: 'getAdminWorkspace returns the additions',
  listSessionQuestions: 'getSession and listSessionFields return questions and answers',
  listStaffTasks: 'listTasks filters by staff member',
  listTaskComments: 'listComments returns the comments on every task',
  updatePageOfCollection: 'updatePage does the same with the id in the path',
}
