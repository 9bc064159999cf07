import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '@wp/gateway/documents'

/** Intentional exceptions to the rules. */
const accepted: Record<string, string> = {
  'no-ambiguous-paths': 'fixed segments take precedence over parameters, which are ids',
  'operation-2xx-response': 'the order form of a shop page redirects',
}

describe('the OpenAPI document', () => {
  it("follows redocly's recommended rules, with the listed exceptions", async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const source = JSON.stringify(await openApiDocument())
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    const faults = problems
      .filter(({ ruleId }) => !(ruleId in accepted))
      .map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)
    expect(faults).toEqual([])
  })
})
