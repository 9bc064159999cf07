import { visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'

const visitor = visitorApi(contract)

describe('/public/message-opt-outs/:token', () => {
  it('returns a page with status 404 for a token that was not signed by the platform', async () => {
    const params = { token: `${'0'.repeat(24)}.${'x'.repeat(43)}` }
    const page = await visitor.getOptOut({ params })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'List-Unsubscribe=One-Click'
    expect((await visitor.setOptOut.raw({ params, headers, body })).status).toBe(404)
  })
})
