import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { LabsDeps } from '../deps.ts'
import { findReportLink, sendTestReport, tryDateOfBirth } from './report-link.actions.ts'
import * as routes from './report-link.contract.ts'
import { toDateOfBirthPage, toLinkGonePage } from './report-link.view.ts'
import { toReportPage } from './report.view.ts'

export const reportLinkHandlers = (deps: LabsDeps) => [
  handle(routes.sendTestReport, async ({ workspaceId, params, body, principal }) =>
    reply(202, {
      recipient: await sendTestReport(deps, workspaceId, params.testId, body, principal.accountId),
    }),
  ),

  handle(routes.getPublicReport, async ({ params }) => {
    const link = await findReportLink(deps, params.token)
    return link ? toDateOfBirthPage(200, link.language) : toLinkGonePage()
  }),

  handle(routes.openPublicReport, async ({ params, body }) => {
    const link = await findReportLink(deps, params.token)
    if (!link) return toLinkGonePage()
    const outcome = await tryDateOfBirth(deps, link, Buffer.from(body).toString('utf8'))
    if (outcome === 'wrong') return toDateOfBirthPage(422, link.language)
    if (outcome === 'tried-out') return toLinkGonePage(link.language)
    return toReportPage(link.labTest, link.workspace, link.language)
  }),
]
