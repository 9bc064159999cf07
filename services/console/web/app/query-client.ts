import { QueryClient } from '@tanstack/react-query'
import { onSessionEnd } from './session.ts'

/** The cache of everything that was loaded. Retries are off because the platform's client retries itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, gcTime: 10 * 60_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})

onSessionEnd(() => queryClient.clear())
