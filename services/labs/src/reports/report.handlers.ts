import { handle } from '../deps.ts'
import type { LabsDeps } from '../deps.ts'
import * as routes from './report.contract.ts'
import { toReportPage } from './report.view.ts'

export const reportHandlers = ({ labTests }: Pick<LabsDeps, 'labTests'>) => [
  handle(routes.getTestReport, async ({ workspaceId, workspace, params, query }) => {
    const labTest = await labTests.get(workspaceId, params.testId)
    return toReportPage(labTest, workspace, query.language ?? workspace.languages[0]!)
  }),
]
