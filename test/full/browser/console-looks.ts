import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { clippedIn, expectAccessible, languages, logIn, openConsole, waitForTransitions } from './console.ts'
import type { ConsolePage, Language, Login } from './console.ts'
import { takePicture } from './pictures.ts'

export type Variant = { language: Language; theme: 'light' | 'dark' }

export const variants: Variant[] = languages.flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => ({ language, theme })),
)

/** Screenshot names end with the language and theme, except for the light English one. */
const suffixOf = ({ language, theme }: Variant): string =>
  `${language === 'ar' ? '-arabic' : ''}${theme === 'dark' ? '-dark' : ''}`

/** Waits until a page stops changing, and takes a screenshot. */
export const takeScreen = async (page: Page, name: string, variant: Variant): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await waitForTransitions(page)
  await takePicture(page, `console/${name}${suffixOf(variant)}`)
}

/** Takes a screenshot of a page and checks it with axe. */
export const inspect = async (page: Page, name: string, variant: Variant): Promise<void> => {
  await takeScreen(page, name, variant)
  await expectAccessible(page)
}

/** A URL, the name of its screenshot, and a text that is visible once the page is loaded. */
export type Screen = [path: string, name: string, loaded: string]

type Area<Scene> = {
  prepare: (language: Language) => Promise<Scene>
  /** Logs in. */
  enter: (opened: ConsolePage, scene: Scene) => Promise<void>
  screens: (scene: Scene, text: ConsolePage['text']) => Screen[]
  /** Screens that also get a phone screenshot, with its name. */
  onPhone: Record<string, string>
  /** Opens parts of a loaded screen that have no URL. */
  onLoaded?: (opened: ConsolePage, name: string) => Promise<void>
  /** Checks views that are not in the list of screens. */
  more?: (opened: ConsolePage, scene: Scene, variant: Variant) => Promise<void>
}

/** Logs in as the owner of the scene. */
export const enterAsOwner = async (opened: ConsolePage, owner: Login): Promise<void> => {
  await opened.page.goto(opened.url('/login'))
  await logIn(opened, owner)
  await opened.page.getByRole('navigation').first().waitFor()
}

/** Tests the screens of an area in both languages and themes, on a phone and when zoomed. */
export const testScreens = <Scene>({ prepare, enter, screens, onPhone, onLoaded, more }: Area<Scene>) => {
  it.each(variants)('has no serious accessibility findings ($language, $theme)', async (variant) => {
    const { language, theme } = variant
    const scene = await prepare(language)
    const opened = await openConsole(language, { theme })
    const { page, text, url, problems } = opened
    await enter(opened, scene)
    for (const [path, name, loaded] of screens(scene, text)) {
      await page.goto(url(path))
      await page.getByText(loaded).filter({ visible: true }).first().waitFor()
      await onLoaded?.(opened, name)
      await inspect(page, name, variant)
      expect([path, await clippedIn(page)]).toEqual([path, []])
    }
    await more?.(opened, scene, variant)
    expect(problems).toEqual([])
  })

  it.each(languages)('fits on a phone and when zoomed to 200 percent (%s)', async (language) => {
    const scene = await prepare(language)
    const opened = await openConsole(language)
    const { page, text, url } = opened
    await enter(opened, scene)
    for (const [width, height] of [
      [390, 780],
      // A window of 1360 pixels at 200 % zoom.
      [680, 400],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const [path, name, loaded] of screens(scene, text)) {
        await page.goto(url(path))
        await page.getByText(loaded).first().waitFor({ state: 'attached' })
        expect([path, width, await clippedIn(page)]).toEqual([path, width, []])
        if (width === 390 && onPhone[name])
          await takeScreen(page, onPhone[name], { language, theme: 'light' })
      }
    }
  })
}
