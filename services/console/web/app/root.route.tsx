import { createRootRoute, Outlet } from '@tanstack/react-router'
import { Toasts } from '../ui/toast.tsx'
import { CrashedPage, UnknownPage } from './error-pages.tsx'

/** The root of all pages. */
export const rootRoute = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
  notFoundComponent: UnknownPage,
  errorComponent: CrashedPage,
})
