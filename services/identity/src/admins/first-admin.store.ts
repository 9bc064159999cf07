import { AppError } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/** Holds at most one record: that there has been a first admin, so that there is no second one by bootstrap. */
export const firstAdminCollection = collection<object>('first_admin', 'First admin', {})

const theOne = '000000000000000000000001'

export const firstAdminStore = (db: Database) => {
  const marks = db.global(firstAdminCollection)
  return {
    /** Lets changes of admins' roles happen one after the other; inside a transaction. */
    hold: () => marks().updateIf({ id: theOne }, {}),
    /** For an admin that was made in another way than by bootstrap. */
    note: () => marks().upsert({ id: theOne }, {}),

    /** CONFLICT for everyone but the first; inside the transaction that makes the admin. */
    claim: async (): Promise<void> => {
      const taken = new AppError('CONFLICT', 'An admin account already exists')
      if (await marks().findOne({ id: theOne })) throw taken
      await marks()
        .insert({ id: theOne })
        .catch((error: unknown) => {
          throw error instanceof AppError && error.code === 'CONFLICT' ? taken : error
        })
    },
  }
}
export type FirstAdminStore = ReturnType<typeof firstAdminStore>
