import { useEffect, useSyncExternalStore } from 'react'
import { onSessionEnd } from '../../app/session.ts'
import { emptyBasket } from '../../app/sales/basket.rules.ts'
import type { Basket } from '../../app/sales/basket.rules.ts'
import type { Owner } from '../../app/sales/sale.rules.ts'
import { copies } from '../../app/sales/sale-store.ts'

const listeners = new Set<() => void>()
let basket: Basket = emptyBasket
let owner: Owner | null = null

const set = (next: Basket): void => {
  basket = next
  for (const listener of listeners) listener()
}

onSessionEnd(() => {
  owner = null
  set(emptyBasket)
})

/** Restores the basket after a reload, unless something was added in the meantime. */
const load = async (of: Owner): Promise<void> => {
  if (owner?.accountId === of.accountId && owner.workspaceId === of.workspaceId) return
  owner = of
  const stored = await copies.get<Basket>(of, 'basket')
  if (stored && basket === emptyBasket && owner === of) set(stored)
}

/** Changes the basket, which survives reloads and navigation. */
export const changeBasket = (change: (before: Basket) => Basket): void => {
  set(change(basket))
  if (owner) void copies.put(owner, 'basket', basket)
}

/** Returns the current basket. */
export const useBasket = ({ workspaceId, accountId }: Owner): Basket => {
  useEffect(() => void load({ workspaceId, accountId }), [workspaceId, accountId])
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => basket,
  )
}
