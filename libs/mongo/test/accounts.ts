import { newId } from '@wp/kernel'
import { z } from 'zod'
import { collection } from '../src/index.ts'
import type { Database } from '../src/index.ts'

/** A collection with balances that transactions change. */
export const accounts = collection<{ name: string; balance: number }>(
  'accounts',
  'Account',
  { name: String, balance: Number },
  [{ keys: { workspaceId: 1, name: 1 }, unique: true }],
)
export const Moved = {
  type: 'wp.test.account.moved.v1',
  data: z.object({ id: z.string(), by: z.number() }),
}

/** Inserts an account of a new workspace. */
export const openAccount = async (db: Database, balance = 0) => {
  const workspaceId = newId()
  const own = db.tenant(accounts)
  const { id } = await own(workspaceId).insert({ name: 'first', balance })
  const balanceOf = async () => (await own(workspaceId).get({ id })).balance
  return { workspaceId, id, own, balanceOf }
}
