import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ApiError } from '@workspace-platform/client'
import { adminBilling } from '@workspace-platform/client/admin-billing'
import type { CustomerMessage } from '@workspace-platform/client/identity'
import { scheduling } from '@workspace-platform/client/scheduling'
import { storefront } from '@workspace-platform/client/storefront'
import { loadPages, pageSize } from '../../app/load-pages.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { identityCalls, platform, refreshMember } from '../../app/session.ts'

const { getOwnStorage, listPublicBusinessCategories } = platform.use(adminBilling)
const { getBookingPage, listServices, listSessionFields, putBookingPage } = platform.use(scheduling)
const { createImage } = platform.use(storefront)

export { createImage, putBookingPage }

type Changes = Parameters<typeof identityCalls.updateWorkspace>[0]['body']

/** Changes the workspace and shows the result everywhere in the console. */
export const changeWorkspace = async (body: Changes): Promise<void> => {
  await identityCalls.updateWorkspace({ body })
  await refreshMember()
}

/** Returns null for a record that does not exist yet; the form then creates it. */
const orNone = async <Value>(loading: Promise<Value>): Promise<Value | null> => {
  try {
    return await loading
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

export const useCategories = (locale: string) =>
  useQuery({
    queryKey: ['business-categories', locale],
    queryFn: ({ signal }) => listPublicBusinessCategories({ query: { locale }, signal }),
    select: ({ businessCategories }) => businessCategories,
    staleTime: 60 * 60_000,
  })

export const useBookingPage = () =>
  useQuery({
    queryKey: ['booking-page'],
    queryFn: async ({ signal }) => (await orNone(getBookingPage({ signal })))?.bookingPage ?? null,
  })

export const reloadBookingPage = (): Promise<void> => reloadQueries(['booking-page'])

/** The services and pre-visit fields that a booking page can offer. */
export const useBookingChoices = (mayServices: boolean, mayFields: boolean) =>
  useQuery({
    queryKey: ['booking-choices', mayServices, mayFields],
    queryFn: async ({ signal }) => {
      const [services, fields] = await Promise.all([
        mayServices
          ? loadPages(async (after) => {
              const { services: items, pagination } = await listServices({
                query: { after, limit: pageSize, scope: 'sessions', isActive: true },
                signal,
              })
              return { items, next: pagination.nextCursor ?? null }
            })
          : [],
        mayFields
          ? loadPages(async (after) => {
              const { fields: items, pagination } = await listSessionFields({
                query: { after, limit: pageSize },
                signal,
              })
              return { items, next: pagination.nextCursor ?? null }
            })
          : [],
      ])
      return { services, fields: fields.filter(({ phase }) => phase === 'pre') }
    },
  })

export const useTemplates = () =>
  useQuery({
    queryKey: ['message-templates'],
    queryFn: ({ signal }) => identityCalls.listMessageTemplates({ signal }),
    select: ({ messageTemplates }) => messageTemplates,
  })

export const reloadTemplates = (): Promise<void> => reloadQueries(['message-templates'])

export const useMessageLog = (filter: Partial<Pick<CustomerMessage, 'status' | 'type'>>) =>
  useInfiniteQuery({
    queryKey: ['messages', filter],
    queryFn: ({ pageParam, signal }) =>
      identityCalls.listMessages({
        query: { after: pageParam, limit: 50, ...filter },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })

export const useStorage = () =>
  useQuery({
    queryKey: ['storage'],
    queryFn: ({ signal }) => getOwnStorage({ signal }),
    select: ({ storage }) => storage,
  })
