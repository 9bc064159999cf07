import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { openApiDocument } from '@wp/tools/documents'

/** What a rule says of these is meant so. */
const accepted: Record<string, string> = {
  'no-ambiguous-paths': 'a fixed segment wins over a parameter, which is an id and never that word',
  'operation-2xx-response': 'the order form of a shop page answers with a redirect',
}

test("the OpenAPI document keeps redocly's recommended rules", async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(await openApiDocument())
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  const faults = problems
    .filter(({ ruleId }) => !(ruleId in accepted))
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)
  expect(faults).toEqual([])
})
