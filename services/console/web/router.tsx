import { createRouter } from '@tanstack/react-router'
import { accountRoutes } from './areas/account/account.routes.ts'
import { activityRoutes, auditRoutes } from './areas/activity/activity.routes.ts'
import { booksRoutes } from './areas/books/books.routes.ts'
import { calendarRoutes } from './areas/calendar/calendar.routes.ts'
import { clientsRoutes } from './areas/clients/clients.routes.ts'
import { contestsRoutes } from './areas/contests/contests.routes.ts'
import { labReportRoute, labsRoutes } from './areas/labs/labs.routes.ts'
import { platformRoutes } from './areas/platform/platform.routes.ts'
import { servicesRoutes } from './areas/services/services.routes.ts'
import { settingsRoutes } from './areas/settings/settings.routes.ts'
import { shopRoutes } from './areas/shop/shop.routes.ts'
import { signInRoutes } from './areas/sign-in/sign-in.routes.ts'
import { staffRoutes } from './areas/staff/staff.routes.ts'
import { tasksRoutes } from './areas/tasks/tasks.routes.ts'
import { invoicesRoutes, tillRoutes } from './areas/till/till.routes.ts'
import { todayRoutes } from './areas/today/today.routes.ts'
import { galleryRoute } from './gallery/gallery.route.ts'
import { rootRoute } from './app/root.route.tsx'
import { onSessionEnd } from './app/session.ts'
import { shellRoute } from './app/shell.route.tsx'

const routeTree = rootRoute.addChildren([
  signInRoutes,
  galleryRoute,
  labReportRoute,
  shellRoute.addChildren([
    todayRoutes,
    calendarRoutes,
    clientsRoutes,
    servicesRoutes,
    tillRoutes,
    invoicesRoutes,
    shopRoutes,
    booksRoutes,
    labsRoutes,
    contestsRoutes,
    tasksRoutes,
    staffRoutes,
    activityRoutes,
    settingsRoutes,
    accountRoutes,
    platformRoutes,
    auditRoutes,
  ]),
])

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  defaultPendingMs: 400,
  scrollRestoration: false,
})

// Clears the screen immediately: the current page reloads, which leads to the login page and back afterward.
onSessionEnd(() => void router.invalidate())

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
