import { RouterProvider } from '@tanstack/react-router'
import { router } from './router.tsx'
import { show } from './start.tsx'

/** Shows the page at the current URL. */
export const openApp = (): void => show(<RouterProvider router={router} />)

/** Shows another page than the one of the current URL, such as `/clients`. */
export const openAppAt = (path: string, { replace = false } = {}): void => {
  router.history[replace ? 'replace' : 'push'](`/console${path}`)
  openApp()
}
