import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { toFieldSearch } from '../../app/field-filters.rules.ts'
import type { FieldSearch } from '../../app/field-filters.rules.ts'
import { listSearch } from '../../app/list-search.rules.ts'
import { loadPermissionTexts } from '../../app/permission-texts.ts'
import { toText } from '../../app/search-parameter.rules.ts'
import { shellRoute } from '../../app/shell.route.tsx'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./staff.ar.json') : import('./staff.en.json')

const loadPages = () => import('./staff.pages.ts')

const area = createRoute({
  getParentRoute: () => shellRoute,
  path: '/staff',
  loader: () => addTexts(loadTexts, loadPermissionTexts),
})

/** `role` filters; `open` is `new` for the form of an invitation. */
type ListSearch = FieldSearch & { search?: string; role?: string; open?: 'new' }

const list = createRoute({
  getParentRoute: () => area,
  path: '/',
  validateSearch: (given: Record<string, unknown>): ListSearch => {
    const [search, role] = [toText(given['search']), toText(given['role'])]
    return {
      ...(search && { search }),
      ...(role && { role }),
      ...toFieldSearch(given),
      ...(given['open'] === 'new' && { open: 'new' }),
    }
  },
  component: lazyRouteComponent(loadPages, 'StaffPage'),
})

const one = createRoute({
  getParentRoute: () => area,
  path: '/$staffId',
  validateSearch: ({ edit }: Record<string, unknown>): { edit?: 'profile' | 'hours' } =>
    edit === 'profile' || edit === 'hours' ? { edit } : {},
  component: lazyRouteComponent(loadPages, 'MemberPage'),
})

const roles = createRoute({
  getParentRoute: () => area,
  path: '/roles',
  validateSearch: listSearch(['search']),
  component: lazyRouteComponent(loadPages, 'RolesPage'),
})

/** A role's id, or `new` for a new role. */
const role = createRoute({
  getParentRoute: () => area,
  path: '/roles/$roleId',
  component: lazyRouteComponent(loadPages, 'RolePage'),
})

export const staffRoutes = area.addChildren([list, roles, role, one])
