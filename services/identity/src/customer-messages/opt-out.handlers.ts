import { handle } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { chooseOptOut, findOptOut } from './opt-out.actions.ts'
import * as routes from './opt-out.contract.ts'
import { toInvalidLinkPage, toOptOutPage } from './opt-out.view.ts'

export const optOutHandlers = (deps: IdentityDeps) => [
  handle(routes.getOptOut, async ({ params }) => {
    const choice = await findOptOut(deps, params.token)
    return choice ? toOptOutPage(choice, choice.language) : toInvalidLinkPage()
  }),

  handle(routes.setOptOut, async ({ params, body }) => {
    const choice = await chooseOptOut(deps, params.token, Buffer.from(body).toString('utf8'))
    return choice ? toOptOutPage(choice, choice.language) : toInvalidLinkPage()
  }),
]
