import { handle, toPrintLanguage } from '@wp/http'
import type { LabsDeps } from '../deps.ts'
import * as routes from './report.contract.ts'
import { toReportPage } from './report.view.ts'

export const reportHandlers = ({ tests }: Pick<LabsDeps, 'tests'>) => [
  handle(routes.getTestReport, async ({ workspaceId, workspace, params, query }) => {
    const test = await tests.get(workspaceId, params.testId)
    return toReportPage(test, workspace, toPrintLanguage(query.language, workspace.settings.locale))
  }),
]
