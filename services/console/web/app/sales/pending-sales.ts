import { ApiError } from '@workspace-platform/client'
import { pos } from '@workspace-platform/client/pos'
import { useEffect, useSyncExternalStore } from 'react'
import { onSessionEnd, platform, tokenOf } from '../session.ts'
import type { Member } from '../session.rules.ts'
import type { Basket } from './basket.rules.ts'
import { createSaleQueue } from './sale-queue.ts'
import type { SaleCalls, SaleQueue } from './sale-queue.ts'
import type { Owner, Sale, StoredSale, Till } from './sale.rules.ts'
import { copies, saleStore } from './sale-store.ts'

const routes = platform.use(pos)

const firstPauseMs = 1000
const longestPauseMs = 15_000

type Sending = { queue: SaleQueue; sendNow: () => void; stop: () => void }

const listeners = new Set<() => void>()
const none: readonly StoredSale[] = []
let sending: Sending | null = null
let sales: readonly StoredSale[] = none

const setSales = (next: readonly StoredSale[]): void => {
  sales = next
  for (const listener of listeners) listener()
}

onSessionEnd(() => void copies.clear())

/** Sales belong to a workspace and an account; they are never sent with another login. */
export const ownerOf = ({ account, workspace }: Member): Owner => ({
  workspaceId: workspace?.id ?? '',
  accountId: account.id,
})

/** Tabs take turns. Browsers without Web Locks rely on the Idempotency-Keys alone. */
const lockOf =
  ({ workspaceId, accountId }: Owner) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    if (!('locks' in navigator)) return work()
    return await navigator.locks.request(`console-till/${workspaceId}/${accountId}`, work)
  }

/**
 * Returns a function that binds the calls to the owner's token, so that a login in between cannot change the
 * user.
 */
const connectAs = (owner: Owner): (() => Promise<SaleCalls | null>) => {
  let refused: string | null = null
  return async () => {
    const token = await tokenOf(owner, refused)
    if (token === null) return null
    const call = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) refused = token
        throw error
      }
    }
    const { workspaceId } = owner
    return {
      createInvoice: (given) => call(routes.createInvoice({ ...given, params: { workspaceId }, token })),
      addInvoiceDiscount: ({ params, ...given }) =>
        call(routes.addInvoiceDiscount({ ...given, params: { ...params, workspaceId }, token })),
      finalizeInvoice: ({ params, ...given }) =>
        call(routes.finalizeInvoice({ ...given, params: { ...params, workspaceId }, token })),
      payInvoice: ({ params, ...given }) =>
        call(routes.payInvoice({ ...given, params: { ...params, workspaceId }, token })),
      getInvoice: ({ params }) => call(routes.getInvoice({ params: { ...params, workspaceId }, token })),
      voidInvoice: ({ params, ...given }) =>
        call(routes.voidInvoice({ ...given, params: { ...params, workspaceId }, token })),
    }
  }
}

/** Sends the owner's sales until stopped: immediately, when one is added, and after a lost connection. */
const startSending = (owner: Owner): Sending => {
  const tabs = new BroadcastChannel('console-till')
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = firstPauseMs
  let isBusy = false
  let isWanted = false
  let isStopped = false

  const refresh = async (): Promise<void> => {
    const found = await queue.list()
    if (!isStopped) setSales(found)
  }
  const queue = createSaleQueue({
    owner,
    store: saleStore,
    connect: connectAs(owner),
    lock: lockOf(owner),
    onChange: () => {
      if (!isStopped) tabs.postMessage('changed')
      void refresh()
    },
  })
  const send = async (): Promise<void> => {
    clearTimeout(timer)
    isWanted = true
    if (isBusy) return
    isBusy = true
    while (isWanted && !isStopped) {
      isWanted = false
      const outcome = await queue.send().catch((error: unknown) => {
        reportError(error)
        return 'later' as const
      })
      if (outcome === 'done') pauseMs = firstPauseMs
      else if (!isStopped) {
        timer = setTimeout(() => void send(), pauseMs)
        pauseMs = Math.min(longestPauseMs, pauseMs * 2)
      }
    }
    isBusy = false
  }
  const sendNow = (): void => {
    pauseMs = firstPauseMs
    void send()
  }
  tabs.onmessage = () => void refresh()
  addEventListener('online', sendNow)
  void refresh().then(send)
  return {
    queue,
    sendNow,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      removeEventListener('online', sendNow)
      tabs.close()
      setSales(none)
    },
  }
}

/** Sends this user's sales while the component is mounted. */
export const useSending = (owner: Owner): void => {
  const { workspaceId, accountId } = owner
  useEffect(() => {
    if (workspaceId === '') return undefined
    const current = startSending({ workspaceId, accountId })
    sending = current
    return () => {
      sending = null
      current.stop()
    }
  }, [workspaceId, accountId])
}

/** Returns the sales that are not confirmed yet, and the most recently confirmed ones. */
export const useSales = (): readonly StoredSale[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => sales,
  )

const active = (): Sending => {
  if (!sending) throw new Error('This page needs a login')
  return sending
}

/** Stores a sale and sends it, now or when the connection is back. */
export const addSale = async (sale: Sale): Promise<void> => {
  const { queue, sendNow } = active()
  await queue.add(sale)
  sendNow()
}

/** Resends a rejected sale. */
export const repeatSale = async (id: string, till: Till): Promise<void> => {
  const { queue, sendNow } = active()
  await queue.repeat(id, till)
  sendNow()
}

/** Removes a rejected sale; returns its content unless its invoice is kept. */
export const takeBackSale = (id: string): Promise<Basket | null> => active().queue.takeBack(id)
