import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import { eventually, textForm, uniqueName, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { chooseDays, expectAccessible, languages, newSalon, openAs, openConsole } from './console.ts'

const password = 'correct-horse-1'

describe('the activity area of the console', { timeout: 300_000 }, () => {
  it.each(languages)('shows the progress of an import and its refused rows (%s)', async (language) => {
    const salon = await newSalon(scheduling, language, 'Nefertiti')
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    await openAs(opened, salon, '/activity')
    await page.getByText(text('activity.noJobs')).waitFor()
    // The job and its completion arrive over the live connection, without a reload.
    const rows = 'name,email\nMona,mona@salon.example\nAli,no-email\n'
    const { job } = (await salon.api.importClients({ body: textForm(rows) })).body
    const row = page.getByRole('row', { name: text('activity.jobKind.client-import') })
    await row.getByText(text('activity.jobStatus.done')).waitFor()
    await row.click()
    const panel = page.getByRole('complementary')
    await panel.getByText(text('activity.refused'), { exact: true }).waitFor()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await panel.getByRole('button', { name: text('activity.report') }).click()
    expect((await download).suggestedFilename()).toBe(`${text('activity.report')}.csv`)
    await panel.getByRole('button', { name: text('action.close') }).click()
    await page.getByRole('combobox', { name: text('activity.status') }).selectOption('failed')
    await page.getByText(text('list.notFound')).waitFor()
    await page.getByRole('button', { name: text('list.showAll') }).click()
    await row.waitFor()
    const stored = (await salon.use(storefront).getJob({ params: { jobId: job.id } })).body.job
    expect(stored.meta).toMatchObject({ created: 1, refused: 1 })
    expect(problems).toEqual([])
  })

  it.each(languages)('shows the audit log to owners, and only jobs to staff (%s)', async (language) => {
    const salon = await newSalon(scheduling, language, 'Nefertiti')
    const members = salon.use(identity)
    const { role } = (await members.createRole({ name: 'Reception', permissions: ['jobs.view'] })).body
    const email = `${uniqueName('sara')}@salon.example`
    await salon.api.createStaff({ name: 'Sara Nabil', email, roleId: role.id })
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    await openAs(opened, salon, '/activity?view=audit')
    const created = page.getByRole('row', { name: text('activity.action.role.created') })
    await created.waitFor()
    await created.getByText(text('activity.you')).waitFor()
    await page.getByRole('combobox', { name: text('activity.action') }).selectOption('role.created')
    await page
      .getByRole('row', { name: text('activity.action.login.succeeded') })
      .waitFor({ state: 'detached' })
    await created.click()
    const panel = page.getByRole('complementary')
    await panel.getByText(role.id).waitFor()
    await expectAccessible(page)
    await panel.getByRole('button', { name: text('activity.onlyThis') }).click()
    await page.getByRole('button', { name: text('activity.byYou'), pressed: true }).waitFor()
    await chooseDays(opened, { to: '2020-01-01' })
    await page.getByText(text('list.notFound')).waitFor()
    await page.getByRole('button', { name: text('list.showAll') }).click()
    await page
      .getByRole('row', { name: text('activity.action.login.succeeded') })
      .first()
      .waitFor()

    const token = await eventually(async () => {
      const { messages } = (await visitorApi(identity).listOutbox({ query: { to: email } })).body
      expect(messages[0]?.token).toBeDefined()
      return messages[0]!.token!
    })
    await visitorApi(identity).acceptInvitation({ body: { token, password } })
    const member = await openConsole(language)
    await openAs(member, { email, password }, '/activity?view=audit')
    await member.page.getByText(text('activity.noJobs')).waitFor()
    expect(await member.page.getByText(text('activity.view.audit'), { exact: true }).count()).toBe(0)
    expect([...problems, ...member.problems]).toEqual([])
  })
})
