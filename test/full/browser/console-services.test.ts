import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { newStaff } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { languages, newSalon, openAs, openConsole } from './console.ts'

describe('services in the console', { timeout: 300_000 }, () => {
  it.each(languages)('adds, changes, finds and deletes a service (%s)', async (language) => {
    const { api, ...owner } = await newSalon(scheduling, language, 'Nefertiti')
    await owner.use(identity).updateWorkspace({ taxRates: [{ name: 'VAT', percentage: 14 }] })
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    await openAs(opened, owner, '/services')
    await page.getByText(text('services.none'), { exact: true }).waitFor()
    await page
      .getByRole('button', { name: text('services.add') })
      .first()
      .click()
    const form = page.getByRole('form', { name: text('services.newTitle') })
    await form.getByLabel(text('services.duration')).fill('1.5')
    await form.getByRole('button', { name: text('services.add') }).click()
    await form.getByText(text('form.required')).waitFor()
    await form.getByText(text('field.number')).waitFor()
    await form.getByLabel(text('services.name')).fill('Cut')
    await form.getByLabel(text('services.duration')).fill('45')
    await form.getByLabel(text('services.priceIn', { currency: 'EGP' })).fill('350.5')
    await form.getByLabel(text('services.taxRate')).selectOption({ index: 1 })
    await form.getByLabel(text('services.bufferAfter')).fill('10')
    await form.getByRole('button', { name: text('services.add') }).click()
    const panel = page.getByRole('complementary', { name: 'Cut' })
    await panel.getByText('VAT').waitFor()
    expect((await api.listServices()).body.services).toMatchObject([
      { name: 'Cut', durationMinutes: 45, price: 350.5, bufferAfterMinutes: 10, isActive: true },
    ])

    await panel.getByRole('button', { name: text('action.edit') }).click()
    const edit = page.getByRole('form', { name: text('services.editTitle') })
    await edit.getByLabel(text('services.state')).selectOption('no')
    await edit.getByRole('button', { name: text('action.save') }).click()
    await panel.getByText(text('services.state.hidden')).waitFor()
    await api.createService({ name: 'Colour' })
    await page.getByRole('row', { name: 'Colour' }).waitFor({ timeout: 5000 })
    await page.getByLabel(text('services.state'), { exact: true }).selectOption('hidden')
    await page.getByRole('row', { name: 'Colour' }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: 'Cut' }).waitFor()

    await panel.getByRole('button', { name: text('action.delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('action.delete') })
      .click()
    await page.getByText(text('list.notFound')).waitFor()
    expect((await api.listServices()).body.services).toMatchObject([{ name: 'Colour' }])
    expect(problems).toEqual([])
  })

  it('imports services from a file after a dry run', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    const opened = await openConsole('en')
    const { page, text, url, problems } = opened
    await openAs(opened, owner, '/services')
    const file = { name: 'services.csv', mimeType: 'text/csv', buffer: Buffer.from('name,price\nCut,350\n') }
    const importFile = async (isTrial: boolean) => {
      await page.getByRole('button', { name: text('import.open') }).click()
      const dialog = page.getByRole('dialog', { name: text('import.title') })
      await dialog.getByLabel(text('import.dryRun')).setChecked(isTrial)
      await dialog.locator('input[type="file"]').setInputFiles(file)
      await page.getByRole('complementary').getByText(text('activity.jobStatus.done')).waitFor()
    }
    await importFile(true)
    expect((await api.listServices()).body.services).toEqual([])
    await page.goto(url('/services'))
    await importFile(false)
    expect((await api.listServices()).body.services).toMatchObject([{ name: 'Cut', price: 350 }])
    expect(problems).toEqual([])
  })

  it('shows services without buttons to users who may only view them', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    const reader = await newStaff(owner, ['services.view'])
    await api.createService({ name: 'Cut' })
    const { staff } = (await api.getStaff({ params: { staffId: reader.staffId } })).body
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, { email: staff.email, password: 'correct-horse-1' }, '/services')
    await page.getByRole('row', { name: 'Cut' }).click()
    const panel = page.getByRole('complementary', { name: 'Cut' })
    await panel.getByText(text('services.state.offered')).waitFor()
    expect(await page.getByRole('button', { name: text('services.add') }).count()).toBe(0)
    expect(await panel.getByRole('button', { name: text('action.edit') }).count()).toBe(0)
  })
})
