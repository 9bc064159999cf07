import { inProcess } from '@wp/testing'
import type { InProcess } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../src/contract.ts'
import { labs } from '../src/service.ts'
import { newLaboratory, newTest } from './laboratory.ts'
import { startOutside } from './outside.ts'

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
const completion = (content: unknown) =>
  JSON.stringify({
    choices: [{ message: { content } }],
    usage: { prompt_tokens: 1000, completion_tokens: 200 },
  })

describe('parties outside of the platform', () => {
  let [model, catalogue] = [] as unknown as [Outside, Outside]
  let running: InProcess
  let laboratory: Awaited<ReturnType<typeof newLaboratory>>
  type Outside = Awaited<ReturnType<typeof startOutside>>
  beforeAll(async () => {
    ;[model, catalogue] = [await startOutside(), await startOutside()]
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
  }, 60_000)
  afterAll(async () => {
    model?.stop()
    catalogue?.stop()
    await running?.stop()
  })

  test('the model interprets, its cost is that of its tokens, and it is not told who the client is', async () => {
    const { api } = laboratory
    const { params } = await newTest(laboratory)
    expect(await api.estimateInterpretation({ params })).toFailWith(422, 'VALIDATION_FAILED')
    await api.setTestResult({ params, body: { resultValueNumeric: 120 } })
    const { estimate } = (await api.estimateInterpretation({ params })).body
    expect(estimate).toEqual({
      provider: 'small-model',
      tokens: expect.any(Number),
      costUsd: expect.any(Number),
    })
    expect(estimate.costUsd).toBeGreaterThan(0)
    expect(model.asked).toEqual([])
    model.answers(() => ({ body: completion(' Etwas hoch. ') }))
    const { body } = await api.interpretResult({ params, body: { language: 'ar' } })
    expect(body.interpretation).toEqual({
      language: 'ar',
      direction: 'rtl',
      text: 'Etwas hoch.',
      provider: 'small-model',
      cost: 0.00027,
    })
    const [asked] = model.asked
    expect(asked).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer sk-secret' },
    })
    expect(asked!.body).toContain('Glucose')
    expect(asked!.body).not.toMatch(/Mona|Said|1990|female/)
    expect(asked!.body).not.toContain(laboratory.clientId)
  })

  test.each([
    ['answers 500', () => ({ status: 500, body: '{}' })],
    ['sends elsewhere', () => ({ status: 302, headers: { location: '/v1/other' }, body: '' })],
    ['answers no JSON', () => ({ body: 'Hello' })],
    ['answers without a text', () => ({ body: completion('') })],
    ['does not answer', null],
  ])('a model that %s leaves it to the rules', async (_, answer) => {
    const { params } = await newTest(laboratory)
    await laboratory.api.setTestResult({ params, body: { resultValueNumeric: 90 } })
    model.answers(answer)
    const before = model.asked.length
    const { status, body } = await laboratory.api.interpretResult({ params })
    expect(status).toBe(200)
    expect(body.interpretation).toMatchObject({
      language: 'en',
      direction: 'ltr',
      provider: 'rules',
      cost: 0,
    })
    expect(model.asked).toHaveLength(before + 1) // a redirect is not followed
    expect(running.logLines.join('')).not.toContain('sk-secret')
  })

  test('a design is asked for where there is none, and stored once by a crowd', async () => {
    const { api } = laboratory
    const params = { testId: '17' }
    catalogue.answers(() => ({ body: JSON.stringify({ ...design, secret: 1 }) }))
    expect(await api.getDesignResult({ params })).toFailWith(404, 'NOT_FOUND')
    expect(catalogue.asked).toEqual([])
    const fetch = () => api.getDesignResult({ params, query: { fetchFromExternal: 'true' } })
    const replies = await Promise.all([1, 2, 3, 4].map(fetch))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.designResult.id)).size).toBe(1)
    expect(replies[0]!.body.designResult).toMatchObject({ testId: 17, ...design, deletedAt: null })
    expect(catalogue.asked[0]).toMatchObject({ method: 'GET', path: '/designs/17' })
    const times = catalogue.asked.length
    await fetch()
    expect((await api.getDesignResult({ params })).status).toBe(200)
    expect(catalogue.asked).toHaveLength(times)
  })

  test.each([
    ['fails', () => ({ status: 500, body: '{}' }), 'The catalogue answered 500'],
    [
      'sends elsewhere',
      () => ({ status: 307, headers: { location: '/designs/17' }, body: '' }),
      'The catalogue answered 307',
    ],
    ['answers no design', () => ({ body: '{"sections":7}' }), 'sections'],
    [
      'answers rules that cannot work',
      () => ({ body: JSON.stringify({ ...design, calculationsRules: [{ target: 'B', expression: 'B' }] }) }),
      'depends on itself',
    ],
    ['answers more than it may', () => ({ body: `"${'x'.repeat(1024 * 1024)}"` }), 'larger than'],
  ])('a catalogue that %s is as if it had none, and the log says why', async (_, answer, reason) => {
    catalogue.answers(answer)
    const reply = await laboratory.api.getDesignResult({
      params: { testId: '18' },
      query: { fetchFromExternal: 'true' },
    })
    expect(reply).toFailWith(404, 'NOT_FOUND')
    expect(running.logLines.at(-2)! + running.logLines.at(-1)!).toContain(reason)
  })
})
