// The login page, without the router and the other pages, which are loaded once it can be used.
import { Login } from './areas/sign-in/login.form.tsx'
import type { OpenPage } from './areas/sign-in/login.form.tsx'
import { SignInFrame } from './areas/sign-in/sign-in.frame.tsx'
import { addTexts } from './i18n/language.ts'
import { show, start } from './start.tsx'
import { loadApiMessages } from './ui/api-messages.ts'

const loadApp = () => import('./app.tsx')

const open: OpenPage = async (path, options) => {
  const { openAppAt } = await loadApp()
  openAppAt(path, options)
}

/** Loads what follows the login while the user types. `open` tries again what could not be loaded. */
const loadRest = (): void => {
  for (const loaded of [addTexts(loadApiMessages), loadApp()]) loaded.catch(() => undefined)
}

await start()
show(
  <SignInFrame>
    <Login next={new URLSearchParams(location.search).get('next') ?? undefined} open={open} />
  </SignInFrame>,
)
requestAnimationFrame(() => setTimeout(loadRest))
