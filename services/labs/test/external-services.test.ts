import { inProcess } from '@wp/testing'
import type { InProcess } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { labs } from '../src/service.ts'
import { newLaboratory, newLabTest } from './laboratory.ts'
import { startExternalServer } from './external-server.ts'

const design = {
  sections: [
    {
      title: 'Lipids',
      rows: [
        { label: 'A', kind: 'numeric' },
        { label: 'B', kind: 'numeric' },
      ],
    },
  ],
  commentRules: [],
  calculationsRules: [{ target: 'B', expression: 'A * 2' }],
}
const completion = (content: unknown, more: object = {}) =>
  JSON.stringify({
    choices: [{ message: { content }, ...more }],
    usage: { prompt_tokens: 1000, completion_tokens: 200 },
  })

describe('labs with external services', () => {
  let [model, catalogue] = [] as unknown as [ExternalServer, ExternalServer]
  let running: InProcess
  let laboratory: Awaited<ReturnType<typeof newLaboratory>>
  type ExternalServer = Awaited<ReturnType<typeof startExternalServer>>
  beforeAll(async () => {
    ;[model, catalogue] = [await startExternalServer(), await startExternalServer()]
    running = await inProcess(labs, {
      env: {
        INTERPRETER_URL: `${model.url}/v1`,
        INTERPRETER_KEY: 'sk-secret',
        INTERPRETER_MODEL: 'small-model',
        INTERPRETER_TIMEOUT_MS: '500',
        INTERPRETER_INPUT_USD_PER_MILLION: '0.15',
        INTERPRETER_OUTPUT_USD_PER_MILLION: '0.6',
        DESIGN_RESULT_URL: `${catalogue.url}/designs`,
      },
    })
    const workspace = await newLaboratory()
    laboratory = { ...workspace, api: running.as(contract, workspace) }
  })
  afterAll(async () => {
    model?.stop()
    catalogue?.stop()
    await running?.stop()
  })

  it("estimates the cost without calling the model, interprets a result with it, computes the cost from its tokens and does not send the client's identity", async () => {
    const { api } = laboratory
    const { params } = await newLabTest(laboratory)
    await api.setTestResult({ params, body: { resultValueNumeric: 120 } })
    const { estimate } = (await api.estimateInterpretation({ params })).body
    expect(estimate).toEqual({
      provider: 'small-model',
      tokens: expect.any(Number),
      costUsd: expect.any(Number),
    })
    expect(estimate.costUsd).toBeGreaterThan(0)
    expect(model.requests).toEqual([])
    model.setAnswer(() => ({ body: completion(' A little high. ') }))
    const { body } = await api.interpretResult({ params, body: { language: 'ar' } })
    expect(body.interpretation).toEqual({
      language: 'ar',
      direction: 'rtl',
      text: 'A little high.',
      provider: 'small-model',
      cost: 0.00027,
    })
    const [request] = model.requests
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer sk-secret' },
    })
    expect(request!.body).toContain('Glucose')
    expect(request!.body).not.toMatch(/Mona|Said|1990|female/)
    expect(request!.body).not.toContain(laboratory.clientId)
  })

  it('returns 422 for the estimate of an item without a result', async () => {
    const { params } = await newLabTest(laboratory)
    expect(await laboratory.api.estimateInterpretation({ params })).toFailWith(422, 'VALIDATION_FAILED')
  })

  it('asks the model once for the same value, range and language, even for concurrent requests', async () => {
    const { api } = laboratory
    const analysisIds = [(await newLabTest(laboratory)).test.items[0]!.analysisId]
    const [first, second] = [
      await newLabTest(laboratory, { analysisIds }),
      await newLabTest(laboratory, { analysisIds }),
    ]
    const enter = ({ params }: typeof first, resultValueNumeric: number) =>
      api.setTestResult({ params, body: { resultValueNumeric } })
    await Promise.all([enter(first, 130), enter(second, 130)])
    model.setAnswer(() => ({ body: completion('High.') }))
    const before = model.requests.length
    const ask = async ({ params }: typeof first, language: 'en' | 'ar' = 'en') =>
      (await api.interpretResult({ params, body: { language } })).body.interpretation
    const replies = await Promise.all([ask(first), ask(first), ask(second)])
    expect(replies.map(({ text, provider }) => [text, provider])).toEqual(
      Array.from({ length: 3 }, () => ['High.', 'small-model']),
    )
    expect(replies.map(({ cost }) => cost).toSorted((a, b) => a - b)).toEqual([0, 0, 0.00027])
    expect(await ask(first)).toMatchObject({ text: 'High.', cost: 0 })
    expect(model.requests).toHaveLength(before + 1)
    await ask(first, 'ar')
    expect(model.requests).toHaveLength(before + 2)
    await enter(first, 131)
    await ask(first)
    expect(model.requests).toHaveLength(before + 3)
  })

  it.each([
    ['returns 500', () => ({ status: 500, body: '{}' })],
    ['redirects', () => ({ status: 302, headers: { location: '/v1/other' }, body: '' })],
    ['does not return JSON', () => ({ body: 'Hello' })],
    ['returns no text', () => ({ body: completion('') })],
    ['is cut off', () => ({ body: completion('This value is', { finish_reason: 'length' }) })],
    ['does not reply', null],
  ])('falls back to the fixed rules if the model %s', async (_, answer) => {
    const { params } = await newLabTest(laboratory)
    await laboratory.api.setTestResult({ params, body: { resultValueNumeric: 90 } })
    model.setAnswer(answer)
    const before = model.requests.length
    const { status, body } = await laboratory.api.interpretResult({ params })
    expect(status).toBe(200)
    expect(body.interpretation).toMatchObject({
      language: 'en',
      direction: 'ltr',
      provider: 'rules',
      cost: 0,
    })
    expect(model.requests).toHaveLength(before + 1) // a redirect is not followed
    const log = running.logLines.join('')
    expect(log).toContain('the model failed to interpret a result')
    expect(log).not.toContain('sk-secret')
  })

  it('fetches a missing design and stores it only once for concurrent requests', async () => {
    const { api } = laboratory
    const params = { testId: '17' }
    catalogue.setAnswer(() => ({ body: JSON.stringify({ ...design, secret: 1 }) }))
    expect(await api.getDesignResult({ params })).toFailWith(404, 'NOT_FOUND')
    expect(catalogue.requests).toEqual([])
    const fetch = () => api.getDesignResult({ params, query: { fetchFromExternal: 'true' } })
    const replies = await Promise.all([1, 2, 3, 4].map(fetch))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.designResult.id)).size).toBe(1)
    expect(replies[0]!.body.designResult).toMatchObject({ testId: 17, ...design, deletedAt: null })
    expect(catalogue.requests[0]).toMatchObject({ method: 'GET', path: '/designs/17' })
    const times = catalogue.requests.length
    await fetch()
    expect((await api.getDesignResult({ params })).status).toBe(200)
    expect(catalogue.requests).toHaveLength(times)
  })

  it.each([
    ['fails', () => ({ status: 500, body: '{}' }), 'The catalog answered with status 500'],
    [
      'redirects',
      () => ({ status: 307, headers: { location: '/designs/17' }, body: '' }),
      'The catalog answered with status 307',
    ],
    ['does not return a design', () => ({ body: '{"sections":7}' }), 'sections'],
    [
      'returns invalid rules',
      () => ({ body: JSON.stringify({ ...design, calculationsRules: [{ target: 'B', expression: 'B' }] }) }),
      'cannot depend on itself',
    ],
    ['returns too much data', () => ({ body: `"${'x'.repeat(1024 * 1024)}"` }), 'larger than'],
  ])('returns 404 and logs the reason if the catalog %s', async (_, answer, reason) => {
    catalogue.setAnswer(answer)
    const reply = await laboratory.api.getDesignResult({
      params: { testId: '18' },
      query: { fetchFromExternal: 'true' },
    })
    expect(reply).toFailWith(404, 'NOT_FOUND')
    expect(running.logLines.at(-2)! + running.logLines.at(-1)!).toContain(reason)
  })
})
