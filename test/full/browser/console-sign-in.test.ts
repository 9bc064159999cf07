import jsQr from 'jsqr'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { platform, uniqueName, visitorApi } from '@wp/testing'
import { PNG } from 'pngjs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { codeOf, languages, linkInMail, logIn, newSalon, openConsole } from './console.ts'

const password = 'correct-horse-1'

/** Reads the QR code on the page, as a phone's camera would. */
const readQrCode = async (page: Page, label: string): Promise<string> => {
  const source = (await page.getByAltText(label).getAttribute('src'))!
  const { data, width, height } = PNG.sync.read(Buffer.from(source.split(',')[1]!, 'base64'))
  // The package's types describe a different module format than the one it uses.
  const decode = jsQr as unknown as typeof jsQr.default
  return decode(new Uint8ClampedArray(data), width, height)!.data
}

describe('console before the login', { timeout: 300_000 }, () => {
  it.each(languages)('leads from the signup to a login with an authenticator app (%s)', async (language) => {
    const opened = await openConsole(language)
    const { page, text, url, problems } = opened
    const email = `${uniqueName('owner')}@shop.example`
    await page.goto(`${platform().gatewayUrl}/`)
    await page.getByRole('link', { name: '/console' }).click()
    await page.getByRole('link', { name: text('signIn.signup') }).click()
    await page.getByLabel(text('signup.name')).fill('Nefertiti')
    await page.getByLabel(text('signIn.email'), { exact: true }).fill('nobody')
    await page.getByRole('button', { name: text('signup.submit') }).click()
    await page.getByText(text('form.email')).waitFor()
    expect(await page.evaluate('document.activeElement.getAttribute("name")')).toBe('businessCategorySlug')
    expect(await page.getByLabel(text('signup.name')).inputValue()).toBe('Nefertiti')
    await page.getByLabel(text('signup.category')).selectOption('beauty-salon')
    await page.getByLabel(text('signIn.email'), { exact: true }).fill(email)
    await page.getByLabel(text('signup.phone')).fill('+1 (415) 555-0123')
    await page.getByLabel(text('signIn.password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: text('signup.submit') }).click()
    await page.getByRole('navigation').first().waitFor()

    await page.goto(await linkInMail(email))
    await page.getByText(text('verify.done')).waitFor()
    await page.goto(url('/account'))
    await page.getByText(text('account.verified'), { exact: true }).waitFor()

    await page.getByRole('button', { name: text('factors.addTotp') }).click()
    await page.getByAltText(text('totp.qr')).waitFor()
    const setup = new URL(await readQrCode(page, text('totp.qr')))
    const secret = setup.searchParams.get('secret')!
    await page.getByLabel(text('totp.code')).fill('000000')
    await page.getByRole('button', { name: text('totp.confirm') }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel(text('totp.code')).fill(codeOf(secret))
    await page.getByRole('button', { name: text('totp.confirm') }).click()
    const codes = page.getByRole('list', { name: text('codes.title') }).getByRole('listitem')
    await codes.first().waitFor()
    const backupCode = (await codes.first().textContent())!
    await page.getByRole('button', { name: text('codes.done') }).click()

    await page.getByRole('button', { name: email }).click()
    await page.getByRole('menuitem', { name: text('account.logOut') }).click()
    await page.getByRole('button', { name: text('signIn.submit'), exact: true }).waitFor()
    await page.goto(url('/clients?search=laila'))
    await logIn(opened, { email, password })
    await page.getByLabel(text('factor.code')).fill(codeOf(secret, 1))
    await page.getByRole('button', { name: text('factor.submit') }).click()
    await page.getByRole('searchbox').waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/console/clients?search=laila')

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(text('palette.logOut'))
    await page.keyboard.press('Enter')
    await logIn(opened, { email, password })
    await page.getByRole('button', { name: text('factor.use.backup-codes') }).click()
    await page.getByLabel(text('factor.code')).fill(backupCode)
    await page.getByRole('button', { name: text('factor.submit') }).click()
    await page.getByRole('searchbox').waitFor()
    expect(problems).toEqual([])
  })

  it.each(languages)(
    'lets an invited member in and shows only what the role allows (%s)',
    async (language) => {
      const owner = await newSalon(scheduling, language, 'Nefertiti')
      const { role } = (
        await owner.use(identity).createRole({ name: 'Reader', permissions: ['clients.view'] })
      ).body
      const email = `${uniqueName('staff')}@shop.example`
      await owner.api.createStaff({ name: 'Sara Nabil', email, roleId: role.id })
      await owner.api.createClient({ name: 'Laila Osman' })
      const { page, text, url, problems } = await openConsole(language)
      await page.goto(await linkInMail(email))
      await page.getByRole('button', { name: text('invitation.submit') }).click()
      await page.getByLabel(text('reset.password'), { exact: true }).fill('short')
      await page.getByRole('button', { name: text('invitation.submit') }).click()
      await page.getByText(text('field.password8')).waitFor()
      await page.getByLabel(text('reset.password'), { exact: true }).fill(password)
      await page.getByRole('button', { name: text('invitation.submit') }).click()
      await page.getByText(text('today.nothing')).waitFor()
      const sidebar = page.getByRole('navigation', { name: text('app.areas') })
      expect(await sidebar.getByRole('link').allTextContents()).toEqual([
        text('area.today'),
        text('area.clients'),
      ])
      await sidebar.getByRole('link', { name: text('area.clients') }).click()
      await page.getByRole('row', { name: 'Laila Osman' }).click()
      await page.getByRole('link', { name: text('client.open') }).waitFor()
      expect(await page.getByRole('button', { name: text('action.edit') }).count()).toBe(0)
      expect(await page.getByRole('button', { name: text('clients.add') }).count()).toBe(0)
      await page.goto(url('/clients?open=new'))
      await page.getByRole('row', { name: 'Laila Osman' }).waitFor()
      expect(await page.getByRole('form').count()).toBe(0)
      expect(problems).toEqual([])
    },
  )

  it.each(languages)(
    'lets a member choose a workspace, and an owner log in by SMS (%s)',
    async (language) => {
      const email = `${uniqueName('both')}@shop.example`
      for (const [index, name] of ['Nefertiti', 'Cleopatra'].entries()) {
        const owner = await newSalon(scheduling, language, name)
        const role = { name: 'Reader', permissions: ['clients.view'] }
        const { id: roleId } = (await owner.use(identity).createRole(role)).body.role
        await owner.api.createStaff({ name: 'Sara Nabil', email, roleId })
        await owner.api.createClient({ name: `Client of ${name}` })
        const token = new URL(await linkInMail(email)).searchParams.get('token')!
        await visitorApi(identity).acceptInvitation({ body: { token, ...(index === 0 && { password }) } })
      }
      const opened = await openConsole(language)
      const { page, text, url } = opened
      await page.goto(url('/clients'))
      await logIn(opened, { email, password })
      await page.getByRole('button', { name: 'Cleopatra' }).click()
      await page.getByRole('row', { name: 'Client of Cleopatra' }).waitFor()
      expect(await page.getByText('Client of Nefertiti').count()).toBe(0)

      const owner = await newSalon(scheduling, language, 'Hatshepsut')
      const phone = `+1415555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`
      const codeInSms = async (): Promise<string> =>
        (await visitorApi(identity).listOutbox({ query: { to: phone } })).body.messages[0]!.code!
      const { challengeId } = (await owner.use(identity).startPhone({ phone })).body
      await owner.use(identity).verifyPhone({ challengeId, code: await codeInSms() })
      const second = await openConsole(language)
      await second.page.goto(second.url('/account'))
      await logIn(second, owner)
      const before = await codeInSms()
      await second.page.getByRole('button', { name: text('factor.send', { to: '' }) }).click()
      await second.page.getByText(text('factor.sendAgain')).waitFor()
      await expect.poll(codeInSms).not.toBe(before)
      await second.page.getByLabel(text('factor.code')).fill(await codeInSms())
      await second.page.getByRole('button', { name: text('factor.submit') }).click()
      await second.page.getByText(text('factors.phone'), { exact: true }).waitFor()
      expect(second.problems).toEqual([])
    },
  )

  it.each(languages)('resets a forgotten password through the link in the email (%s)', async (language) => {
    const owner = await newSalon(scheduling, language, 'Nefertiti')
    const opened = await openConsole(language)
    const { page, text, url } = opened
    await page.goto(url('/login'))
    await logIn(opened, { email: owner.email, password: 'wrong-horse-1' })
    await page.getByText(text('error.INVALID_CREDENTIALS')).waitFor()
    expect(await page.getByLabel(text('signIn.email'), { exact: true }).inputValue()).toBe(owner.email)
    await page.getByRole('link', { name: text('signIn.forgot') }).click()
    // Both pages have a field for the email address.
    const send = page.getByRole('button', { name: text('forgot.submit') })
    await send.waitFor()
    await page.getByLabel(text('signIn.email'), { exact: true }).fill(owner.email)
    await send.click()
    await page.getByText(text('forgot.sent', { email: owner.email })).waitFor()
    await page.goto(await linkInMail(owner.email))
    await page.getByLabel(text('reset.password'), { exact: true }).fill('better-horse-2')
    await page.getByRole('button', { name: text('reset.submit') }).click()
    await page.getByRole('link', { name: text('signIn.submit') }).click()
    await logIn(opened, { email: owner.email, password: 'better-horse-2' })
    await page.getByRole('navigation', { name: text('app.areas') }).waitFor()
    const login = await visitorApi(identity).login({ email: owner.email, password: owner.password })
    expect(login.status).toBe(401)
  })
})
