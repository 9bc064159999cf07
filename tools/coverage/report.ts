import { failsOf, takesBody, type Route } from '@wp/http'
import { readStatuses } from '@wp/testing'
import { allRoutes } from '@wp/gateway/contracts'
import { answeredWithoutStore, neverLimited } from './exceptions.ts'

/** Returns the statuses that a route declares, except those that it cannot return, such as 413 without a body. */
export const declaredStatuses = (route: Route): number[] => {
  const never = [
    ...(takesBody(route) ? [] : [413, 415]),
    ...(route.rawBody ? [415] : []),
    ...(answeredWithoutStore.includes(route.id) ? [500, 503, 504] : []),
    ...(neverLimited.includes(route.id) ? [429] : []),
  ]
  const fails = failsOf(route).filter((status) => !never.includes(status))
  return [...new Set([...Object.keys(route.replies).map(Number), ...fails])]
}

/** Returns declared statuses that no test received during the run, as `routeId status`. */
export const unreachedStatuses = async (notes: string): Promise<string[]> => {
  const reached = readStatuses(notes)
  const declared = (await allRoutes()).flatMap(({ route }) =>
    declaredStatuses(route).map((status) => `${route.id} ${status}`),
  )
  return declared.filter((line) => !reached.has(line)).toSorted()
}
