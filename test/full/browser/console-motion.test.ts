import * as scheduling from '@wp/scheduling/contract'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newSalon, openAs, openConsole } from './console.ts'

/** Returns the longest transition or animation of an element on the page or of its pseudo-elements, in seconds. */
const longestMotionIn = (page: Page): Promise<number> =>
  page.evaluate<number>(`Math.max(...Array.from(document.querySelectorAll('*')).flatMap((element) =>
    [undefined, '::before', '::after'].flatMap((pseudo) => {
      const style = getComputedStyle(element, pseudo)
      const total = (durations, delays) => {
        const waits = delays.split(',').map(parseFloat)
        return durations.split(',').map((each, at) => parseFloat(each) + waits[at % waits.length])
      }
      return [
        ...total(style.transitionDuration, style.transitionDelay),
        ...(style.animationName === 'none' ? [] : total(style.animationDuration, style.animationDelay)),
      ]
    }),
  ))`)

describe('prefers-reduced-motion in the console', { timeout: 300_000 }, () => {
  it('ends all transitions and animations at once, also those of panels and dialogs', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    await api.createClient({ name: 'Laila Osman' })
    const opened = await openConsole('en')
    const { page } = opened
    await openAs(opened, owner, '/clients')
    await page.getByRole('row', { name: 'Laila Osman' }).click()
    await page.getByRole('complementary', { name: 'Laila Osman' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    expect(await longestMotionIn(page)).toBeLessThan(0.001)
    expect(
      await page.evaluate(
        `document.getAnimations().filter(({ playState }) => playState === 'running').length`,
      ),
    ).toBe(0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await longestMotionIn(page)).toBeGreaterThan(0.05)
  })
})
