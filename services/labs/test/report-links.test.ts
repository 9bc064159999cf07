import * as identity from '@wp/identity/contract'
import { eventually, newStaff, uniqueName, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { newLaboratory, newLabTest, unknownId } from './laboratory.ts'

const visitor = visitorApi(contract)

/** Creates a completed test and sends its report to the client, who was born on 20 May 1990. */
const newSentReport = async (language: 'en' | 'ar' = 'en') => {
  const email = `${uniqueName('patient')}@lab.example`
  const laboratory = await newLaboratory({ email, language })
  await laboratory.use(identity).updateWorkspace({ languages: ['en', 'ar'] })
  const { testId, params } = await newLabTest(laboratory)
  await laboratory.api.setTestResult({ params, body: { resultValueNumeric: 85 } })
  await laboratory.api.completeTest({ params: { testId } })
  const reply = await laboratory.api.sendTestReport({ params: { testId }, body: {} })
  expect([reply.status, reply.body]).toEqual([202, { recipient: { email, phone: null } }])
  const mail = await eventually(async () => {
    const { messages } = (await laboratory.use(identity).listOutbox({ query: { to: email } })).body
    expect(messages).toHaveLength(1)
    return messages[0]!
  })
  const token = /\/public\/lab-reports\/(\S+)/.exec(mail.text)![1]!
  const show = () => visitor.getPublicReport({ params: { token } })
  const open = (dateOfBirth?: string) =>
    visitor.openPublicReport.raw({
      params: { token },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...(dateOfBirth !== undefined && { dateOfBirth }) }).toString(),
    })
  return { ...laboratory, testId, mail, show, open }
}

describe('POST /workspace/:workspaceId/labs/tests/:testId/send-report', () => {
  it('rejects a test that is not completed, a client without a date of birth, and one without an address', async () => {
    const laboratory = await newLaboratory()
    const { testId } = await newLabTest(laboratory)
    const send = (body: { email?: string } = {}) =>
      laboratory.api.sendTestReport({ params: { testId }, body })
    expect(await send({ email: 'a@lab.example' })).toFailWith(422, 'VALIDATION_FAILED')
    await laboratory.api.completeTest({ params: { testId } })
    expect(await send()).toFailWith(422, 'VALIDATION_FAILED')
    expect(await send({ email: 'x' })).toFailWith(422, 'VALIDATION_FAILED')
    const other = await newLaboratory({ dateOfBirth: null })
    const unborn = await newLabTest(other)
    await other.api.completeTest({ params: { testId: unborn.testId } })
    const body = { email: 'a@lab.example' }
    expect(await other.api.sendTestReport({ params: { testId: unborn.testId }, body })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await other.api.sendTestReport({ params: { testId }, body })).toFailWith(404, 'NOT_FOUND')
    expect(await other.api.sendTestReport({ params: { testId: unknownId }, body })).toFailWith(
      404,
      'NOT_FOUND',
    )
    const { api } = await newStaff(laboratory, ['labs.view'], contract)
    expect(await api.sendTestReport({ params: { testId }, body })).toFailWith(403, 'FORBIDDEN')
  })
})

describe('/public/lab-reports/:token', () => {
  it('asks for the date of birth and then shows the report', async () => {
    const { show, open, testId, ...laboratory } = await newSentReport()
    const form = await show()
    expect(form.status).toBe(200)
    expect(form.headers.get('referrer-policy')).toBe('no-referrer')
    expect(form.headers.get('cache-control')).toBe('no-store')
    expect(form.body).toContain('name="dateOfBirth"')
    expect(form.body).not.toContain('Glucose')
    const report = await open('1990-05-20')
    expect(report.status).toBe(200)
    expect(report.body).toContain('Glucose')
    await eventually(async () => {
      const { entries } = (await laboratory.use(identity).listWorkspaceAudit({ query: {} })).body
      const actions = entries.filter(({ targetId }) => targetId === testId).map(({ action }) => action)
      expect(actions).toEqual(expect.arrayContaining(['lab-report.sent', 'lab-report.opened']))
    })
  })

  it("uses the client's language", async () => {
    const { mail, show } = await newSentReport('ar')
    expect(mail.subject).toContain('تقريرك المخبري')
    expect((await show()).body).toContain('dir="rtl"')
  })

  it('stops working after five wrong dates, even concurrent ones', async () => {
    const { open, show } = await newSentReport()
    expect((await open()).status).toBe(422)
    expect((await open('1990-05-20')).status).toBe(200)
    const tries = await Promise.all(Array.from({ length: 8 }, () => open('1990-05-21')))
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(3)
    expect((await open('1990-05-20')).status).toBe(404)
    expect((await show()).status).toBe(404)
  })

  it('returns a page with status 404 for an unknown token', async () => {
    const reply = await visitor.getPublicReport({ params: { token: 'x'.repeat(43) } })
    expect(reply.status).toBe(404)
    expect(reply.body).toContain('This link is not valid')
  })
})
