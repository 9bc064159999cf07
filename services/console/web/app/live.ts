import { openRealtime } from '@workspace-platform/client/realtime'
import type { RealtimeClient, RealtimeStatus, ResourceChannel } from '@workspace-platform/client/realtime'
import { useEffect, useSyncExternalStore } from 'react'
import { queryClient, reloadQueries } from './query-client.ts'
import { isTemporary } from '../ui/intent.ts'
import { onSessionEnd, platform, startedOffline } from './session.ts'

type Listener = () => void
/** The records of a resource, or the progress of jobs. */
type LiveChannel = ResourceChannel | 'jobs'
type Subscription = { listeners: Set<Listener>; close: () => void }

const retryMs = 5000

const subscriptions = new Map<LiveChannel, Subscription>()
const statusListeners = new Set<Listener>()
let connection: RealtimeClient | null = null
let status: RealtimeStatus = 'connecting'
let wasInterrupted = false

const setStatus = (next: RealtimeStatus): void => {
  const isBack = next === 'ready' && (wasInterrupted || startedOffline())
  wasInterrupted = next === 'waiting' || (wasInterrupted && next === 'connecting')
  status = next
  for (const listener of statusListeners) listener()
  // The connection may have been lost before a channel was open, or before it was ready for the first time,
  // so missed events alone would not be enough. Earlier requests may never be answered.
  if (isBack) void queryClient.cancelQueries({ type: 'active' }).then(() => reloadQueries([]))
}

// Failed requests are retried later; first ones, whose failure is shown, less and less often. Without a connection,
// reconnecting retries them.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'error') return
  const { queryKey, state } = event.query
  if (status !== 'ready' || !isTemporary(state.error)) return
  const waitMs = state.data === undefined ? retryMs * 2 ** Math.min(state.errorUpdateCount - 1, 4) : retryMs
  setTimeout(() => void queryClient.refetchQueries({ queryKey, exact: true, type: 'active' }), waitMs)
})

const connect = (): RealtimeClient => (connection ??= openRealtime(platform, { onStatus: setStatus }))

onSessionEnd(() => {
  connection?.close()
  connection = null
  subscriptions.clear()
})

/**
 * Calls the listener for every change of a channel's records, by anyone, including changes missed while
 * offline.
 */
const listen = (channel: LiveChannel, listener: Listener): (() => void) => {
  let subscription = subscriptions.get(channel)
  if (!subscription) {
    const listeners = new Set<Listener>()
    const notify = (): void => {
      for (const each of listeners) each()
    }
    // Data loaded before the channel was open may miss a change. Later confirmations follow a lost
    // connection, after which missed events arrive.
    let isOpen = false
    const onSubscribed = (): void => {
      if (!isOpen) notify()
      isOpen = true
    }
    const opened = connect().subscribe(channel, { onEvent: notify, onSnapshot: notify, onSubscribed })
    subscription = { listeners, close: () => opened.close() }
    subscriptions.set(channel, subscription)
  }
  const current = subscription
  current.listeners.add(listener)
  return () => {
    current.listeners.delete(listener)
    if (current.listeners.size > 0 || subscriptions.get(channel) !== current) return
    subscriptions.delete(channel)
    current.close()
  }
}

/** Reloads the queries with this key whenever someone changes a record of the channel. */
export const useLiveQueries = (channel: LiveChannel, isAllowed: boolean, ...keys: string[]): void => {
  const list = keys.join()
  useEffect(() => {
    if (!isAllowed) return undefined
    return listen(channel, () => void reloadQueries(...list.split(',').map((key) => [key])))
  }, [channel, isAllowed, list])
}

/** Opens the connection and returns its state. */
export const useConnection = (): RealtimeStatus => {
  useEffect(() => void connect(), [])
  return useSyncExternalStore(
    (listener) => {
      statusListeners.add(listener)
      return () => void statusListeners.delete(listener)
    },
    () => status,
  )
}
