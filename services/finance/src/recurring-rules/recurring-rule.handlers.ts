import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { FinanceDeps } from '../deps.ts'
import { createRule, deleteRule, pauseRule, resumeRule, updateRule } from './recurring-rule.actions.ts'
import * as routes from './recurring-rule.contract.ts'
import { toRule } from './recurring-rule.view.ts'

export const ruleHandlers = (deps: FinanceDeps) => [
  handle(routes.listRecurringExpenseRules, async ({ workspaceId, query }) => {
    const { items, pagination } = await deps.rules.list(workspaceId, query)
    return reply(200, { rules: items.map(toRule), pagination })
  }),

  handle(routes.createRecurringExpenseRule, async ({ workspaceId, workspace, body }) => {
    const currencyCode = body.currencyCode ?? workspace.settings.currencyCode
    const rule = await createRule(deps, workspaceId, { ...body, currencyCode })
    return reply(201, { rule: toRule(rule) })
  }),

  handle(routes.getRecurringExpenseRule, async ({ workspaceId, params }) =>
    reply(200, { rule: toRule(await deps.rules.get(workspaceId, params.ruleId)) }),
  ),

  handle(routes.updateRecurringExpenseRule, async ({ workspaceId, params, body }) =>
    reply(200, { rule: toRule(await updateRule(deps, workspaceId, params.ruleId, body)) }),
  ),

  handle(routes.deleteRecurringExpenseRule, async ({ workspaceId, params }) => {
    await deleteRule(deps, workspaceId, params.ruleId)
    return reply(204)
  }),

  handle(routes.pauseRecurringExpenseRule, async ({ workspaceId, params }) =>
    reply(200, { rule: toRule(await pauseRule(deps, workspaceId, params.ruleId)) }),
  ),

  handle(routes.resumeRecurringExpenseRule, async ({ workspaceId, params }) =>
    reply(200, { rule: toRule(await resumeRule(deps, workspaceId, params.ruleId)) }),
  ),
]
