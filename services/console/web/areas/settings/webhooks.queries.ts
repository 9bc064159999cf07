import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { webhooks } from '@workspace-platform/client/webhooks'
import type { WebhookDelivery } from '@workspace-platform/client/webhooks'
import { reloadQueries } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'

export const webhookCalls = platform.use(webhooks)

export type DeliveryFilter = Partial<Pick<WebhookDelivery, 'status' | 'eventType'>> & {
  from?: string
  to?: string
}

/** A workspace has at most 20 endpoints. */
export const useEndpoints = () =>
  useQuery({
    queryKey: ['webhook-endpoints'],
    queryFn: ({ signal }) => webhookCalls.listWebhookEndpoints({ query: { limit: 100 }, signal }),
    select: ({ webhookEndpoints }) => webhookEndpoints,
  })

export const reloadEndpoints = (): Promise<void> => reloadQueries(['webhook-endpoints'])

const refreshMs = 3000

/** The deliveries to an endpoint, which are reloaded while one is waiting for its response. */
export const useDeliveries = (endpointId: string, filter: DeliveryFilter) =>
  useInfiniteQuery({
    queryKey: ['webhook-deliveries', endpointId, filter],
    queryFn: ({ pageParam, signal }) =>
      webhookCalls.listDeliveries({
        params: { endpointId },
        query: { after: pageParam, limit: 30, ...filter },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.deliveries.some((one) => one.status === 'pending'))
        ? refreshMs
        : false,
  })

export const reloadDeliveries = (endpointId: string): Promise<void> =>
  reloadQueries(['webhook-deliveries', endpointId])
