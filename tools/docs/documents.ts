import { toAsyncApi } from '@wp/bus'
import { describeApi } from '@wp/gateway/api-guide'
import { mergeOpenApi, toOpenApi, type OpenApiDocument } from '@wp/http'
import { contracts } from '../contracts.ts'
import { chartFiles } from './chart-values.ts'
import { clientFiles } from './client-areas.ts'
import { dashboardFiles } from './dashboards.ts'
import { errorsPage } from './errors-page.ts'
import { eventsPage } from './events-page.ts'
import { readExamples } from './examples.ts'
import { serviceLists } from './service-lists.ts'

const version = '1.0.0'
const info = { title: 'Workspace Platform API', version }

const text = (document: object) => `${JSON.stringify(document, null, 2)}\n`

/** The HTTP API of all services in one document, as the gateway serves it. */
export const openApiDocument = async (): Promise<OpenApiDocument> => {
  const all = await contracts()
  const documents = Object.fromEntries(all.map(({ service, routes }) => [service, toOpenApi(routes, info)]))
  const merged = mergeOpenApi(documents, info)
  if (!merged) throw new Error('No service has a contract.')
  return describeApi(merged, readExamples())
}

/** What is made from contracts and declarations: file name → content. */
export const documents = async (): Promise<Record<string, string>> => {
  const events = (await contracts()).flatMap((contract) => contract.events)
  const asyncApi = toAsyncApi(events, { title: 'Workspace Platform events', version })
  return {
    'docs/openapi.v1.json': text(await openApiDocument()),
    'docs/asyncapi.v1.json': text(asyncApi),
    ...chartFiles(),
    ...(await clientFiles()),
    ...dashboardFiles(),
    ...errorsPage(),
    ...eventsPage(asyncApi),
    ...(await serviceLists()),
  }
}
