import { asyncApiOf } from '@wp/bus'
import { openApiOf } from '@wp/http'
import { contracts } from '../contract/contracts.ts'

const version = '1.0.0'

const text = (document: object) => `${JSON.stringify(document, null, 2)}\n`

/** The documents made from all contracts: file name → content. */
export const documents = async (): Promise<Record<string, string>> => {
  const all = await contracts()
  const openApi = openApiOf(
    all.flatMap(({ routes }) => routes),
    { title: 'Workspace Platform API', version },
  )
  const asyncApi = asyncApiOf(
    all.flatMap(({ events }) => events),
    { title: 'Workspace Platform events', version },
  )
  return { 'docs/openapi.v1.json': text(openApi), 'docs/asyncapi.v1.json': text(asyncApi) }
}
