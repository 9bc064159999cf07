import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { rootRoute } from '../app/root.route.tsx'

/** The page that shows every component. The server names the environment in the document. */
export const galleryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ui',
  beforeLoad: () => {
    if (document.documentElement.dataset['environment'] === 'production') throw notFound()
  },
  component: lazyRouteComponent(() => import('./gallery.page.tsx'), 'GalleryPage'),
})
