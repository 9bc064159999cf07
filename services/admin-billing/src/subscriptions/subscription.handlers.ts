import { handle, reply } from '@wp/http'
import { notFound } from '@wp/kernel'
import type { AdminBilling } from '../service.ts'
import { getAdminWorkspace } from './subscription.contract.ts'
import { adminView } from './subscription.rules.ts'

export const subscriptionHandlers = ({ directory, plans }: AdminBilling) => [
  handle(getAdminWorkspace, async ({ params }) => {
    const subscription = await directory.find(params.workspaceId)
    if (!subscription) throw notFound('Workspace')
    return reply(200, { workspace: adminView(subscription, await plans.get(subscription.planId)) })
  }),
]
