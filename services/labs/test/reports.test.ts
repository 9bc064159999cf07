import * as identity from '@wp/identity/contract'
import { describe, expect, it } from 'vitest'
import { newAnalysis, newLaboratory, newLabTest, unknownId } from './laboratory.ts'

const newReport = async () => {
  const laboratory = await newLaboratory({ name: 'Mona <b>Said</b>' })
  const { api } = laboratory
  await laboratory.use(identity).updateWorkspace({ name: 'مختبر النور' })
  const { labUnit } = (await api.createLabUnit({ labUnitTitle: 'mg/dL' })).body
  const analysisIds = [
    await newAnalysis(laboratory, { reportName: 'Sugar <i>fasting</i>', unitId: labUnit.id }),
    await newAnalysis(laboratory, { testName: 'Ferritin' }, null),
    await newAnalysis(laboratory, { testName: 'Iron' }, { highLimit: 175 }),
  ]
  const { test: labTest, testId } = await newLabTest(laboratory, { analysisIds })
  const enter = (index: number, resultValueNumeric: number) =>
    api.setTestResult({ params: { testId, itemId: labTest.items[index]!.id }, body: { resultValueNumeric } })
  await enter(0, 420.5)
  await enter(1, 7)
  const page = async (language?: 'en' | 'ar' | 'de') => {
    const reply = await api.getTestReport({ params: { testId }, query: { language } })
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
    return reply.body.replaceAll(/\s+/g, ' ')
  }
  return { ...laboratory, labTest, testId, page }
}

describe('GET /workspace/:workspaceId/labs/tests/:testId/report', () => {
  it("shows the details of the business, in the first of its languages and never with the owner's login", async () => {
    const { page, ...laboratory } = await newReport()
    const { body } = await laboratory.use(identity).updateWorkspace({
      business: {
        displayName: 'Labor Mitte',
        legalName: 'Labor Mitte GmbH',
        email: 'befund@labor.example',
        address: { line1: 'Torstr. 1', postalCode: '10119', city: 'Berlin', countryCode: 'DE' },
        taxNumber: 'DE123',
      },
      languages: ['de'],
    })
    await expect.poll(() => page()).toContain('Laborbefund')
    const german = await page()
    for (const text of [
      'Labor Mitte GmbH',
      '10119 Berlin',
      'Deutschland',
      'befund@labor.example',
      'Steuernummer',
    ])
      expect(german).toContain(text)
    expect(german).not.toContain(body.workspace.email)
  })

  it('returns a printable page with results, flags, ranges and notes in English and Arabic, and escapes HTML', async () => {
    const { api, labTest, testId, page } = await newReport()
    const preliminary = await page()
    expect(preliminary).toContain('Preliminary')
    expect(preliminary).toContain('Pending')
    await api.completeTest({ params: { testId } })
    await api.amendTestResult({
      params: { testId, itemId: labTest.items[2]!.id },
      body: { resultValueNumeric: 80, reason: 'Late' },
    })
    const english = await page('en')
    expect(english).not.toMatch(/Preliminary|Pending|<b>|<i>|<script/)
    for (const part of [
      '<html lang="en" dir="ltr">',
      '@page { size: A4',
      'Laboratory report',
      'Mona &lt;b&gt;Said&lt;/b&gt;',
      'Sugar &lt;i&gt;fasting&lt;/i&gt;',
      '420.5',
      'mg/dL',
      'High',
      'Critical',
      '70 – 100',
      '≤ 175',
      'Repeat fasting',
      'No reference range applies',
      'Mar 10, 2027',
      '36 years',
      'Corrected',
    ])
      expect(english).toContain(part)
    expect(english).toContain('<td class="result"> <bdi dir="ltr">420.5</bdi> </td>')
    expect(english).toContain('<p class="signature">Signature</p>')
    expect(english).toContain('– End of report –')
    const arabic = await page('ar')
    for (const part of [
      '<html lang="ar" dir="rtl">',
      'تقرير المختبر',
      'مرتفع',
      'حرج',
      'النطاق المرجعي',
      'مختبر النور',
      '10 مارس 2027',
      '175 أو أقل',
    ])
      expect(arabic).toContain(part)
    expect(arabic).toMatch(/<bdi>\d{1,2} \p{L}+ \d{4}، \d\d:\d\d<\/bdi>/u)
  })

  it('names the report, the client and the page in the footer of every sheet', async () => {
    const { labTest, page } = await newReport()
    const english = await page('en')
    expect(english).toContain(`No\\2e ${labTest.number} \\2022 Mona \\3c b\\3e Said`)
    expect(english).toContain('"Page " counter(page, decimal) " of " counter(pages, decimal)')
    expect(await page('de')).toContain('"Seite " counter(page, decimal) " von "')
  })

  it('returns 422 for an unsupported language and 404 for an unknown test', async () => {
    const { api, testId } = await newReport()
    expect(await api.getTestReport.raw({ params: { testId }, query: { language: 'tlh' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await api.getTestReport({ params: { testId: unknownId } })).toFailWith(404, 'NOT_FOUND')
  })
})

describe('POST /workspace/:workspaceId/labs/tests/:testId/items/:itemId/interpret', () => {
  it('interprets results with the fixed rules when no model is configured', async () => {
    const { api, labTest, testId } = await newReport()
    const params = { testId, itemId: labTest.items[0]!.id }
    const { body } = await api.interpretResult({ params })
    expect(body.interpretation).toMatchObject({
      language: 'en',
      direction: 'ltr',
      provider: 'rules',
      cost: 0,
    })
    expect(body.interpretation.text).toContain('Glucose is 420.5 mg/dL')
    expect(
      (await api.interpretResult({ params, body: { language: 'ar' } })).body.interpretation,
    ).toMatchObject({
      language: 'ar',
      direction: 'rtl',
    })
    expect((await api.estimateInterpretation({ params })).body.estimate).toEqual({
      provider: 'rules',
      tokens: 0,
      costUsd: 0,
    })
  })

  it('returns 422 for an item without a result and an unsupported language, and 404 for an unknown item', async () => {
    const { api, labTest, testId } = await newReport()
    const params = { testId, itemId: labTest.items[0]!.id }
    const missing = { testId, itemId: labTest.items[2]!.id }
    expect(await api.interpretResult({ params: missing })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.interpretResult({ params: { testId, itemId: unknownId } })).toFailWith(404, 'NOT_FOUND')
    expect(await api.interpretResult.raw({ params, body: { language: 'fr' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
  })
})
