import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { busySalon } from './console-salon.ts'
import { expectAccessible, logIn, openConsole, overflowOf } from './console.ts'
import type { Language } from './console.ts'
import { takePicture } from './pictures.ts'

type Variant = { language: Language; theme: 'light' | 'dark' }

const variants: Variant[] = (['en', 'ar'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => ({ language, theme })),
)

/** The names of pictures end in the language and theme, except for the light English one. */
const suffixOf = ({ language, theme }: Variant): string =>
  `${language === 'ar' ? '-arabic' : ''}${theme === 'dark' ? '-dark' : ''}`

const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

describe('console', { timeout: 300_000 }, () => {
  it.each(variants)(
    'has no serious accessibility findings on any screen ($language, $theme)',
    async (variant) => {
      const salon = await busySalon(variant.language)
      const opened = await openConsole(variant.language, { theme: variant.theme })
      const { page, text, url, problems } = opened
      const inspect = async (name: string): Promise<void> => {
        await settle(page)
        await takePicture(page, `console/${name}${suffixOf(variant)}`)
        await expectAccessible(page)
      }
      await page.goto(url('/login'))
      await page.getByRole('button', { name: text('signIn.submit'), exact: true }).waitFor()
      await inspect('login')
      await page.goto(url('/signup'))
      await page.getByLabel(text('signup.name')).waitFor()
      await inspect('signup')
      await page.goto(url('/forgot-password'))
      await page.getByRole('button', { name: text('forgot.submit') }).waitFor()
      await inspect('forgot-password')

      await page.goto(url('/'))
      await logIn(opened, salon)
      await page.getByText(salon.clientName).first().waitFor()
      await inspect('today')
      await page.goto(url('/clients'))
      await page.getByRole('row', { name: salon.clientName }).click()
      await page.getByRole('link', { name: text('client.open') }).waitFor()
      await inspect('clients')
      await page.goto(url('/clients?open=new'))
      await page.getByRole('form').waitFor()
      await inspect('client-form')
      await page.goto(url(`/clients/${salon.clientId}`))
      await page.getByText(text('sessionStatus.completed')).first().waitFor()
      await inspect('client')
      await page.goto(url('/account'))
      await page.getByText(text('factors.none')).waitFor()
      await inspect('account')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill(salon.clientName.split(' ')[0]!)
      await page.getByRole('option', { name: salon.clientName }).waitFor()
      await inspect('palette')
      expect(problems).toEqual([])
    },
  )

  it.each(['en', 'ar'] as const)('fits on a phone and when zoomed to 200 percent (%s)', async (language) => {
    const salon = await busySalon(language)
    const opened = await openConsole(language, { width: 390, height: 780 })
    const { page, text, url } = opened
    const paths = [
      '/',
      '/clients',
      `/clients?open=${salon.clientId}`,
      `/clients/${salon.clientId}`,
      '/account',
    ]
    await page.goto(url('/login'))
    expect(await overflowOf(page)).toBe(0)
    await logIn(opened, salon)
    await page.getByRole('navigation', { name: text('app.menu') }).waitFor()
    for (const path of paths) {
      await page.goto(url(path))
      await page
        .getByText(path === '/account' ? text('factors.none') : salon.clientName)
        .first()
        .waitFor()
      expect(await overflowOf(page)).toBe(0)
      if (path === '/') {
        await settle(page)
        await takePicture(page, `console/phone${language === 'ar' ? '-arabic' : ''}`)
      }
    }
    // A window of 1360 pixels at 200 % zoom.
    await page.setViewportSize({ width: 680, height: 400 })
    for (const path of paths) {
      await page.goto(url(path))
      expect(await overflowOf(page)).toBe(0)
    }
  })

  it('shows every component on one page in development', async () => {
    const { page, url, problems } = await openConsole('en', { height: 2000 })
    await page.goto(url('/ui'))
    await page.getByRole('heading', { name: 'light', exact: true }).waitFor()
    await settle(page)
    await takePicture(page, 'console/components')
    await expectAccessible(page)
    expect(problems).toEqual([])
  })
})
