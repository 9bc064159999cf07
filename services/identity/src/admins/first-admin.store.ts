import { AppError } from '@wp/kernel'
import { collection, onConflict } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/** Holds at most one record: that there has been a first admin, so that there is no second one by bootstrap. */
export const firstAdminCollection = collection<object>('first_admin', 'First admin', {})

const id = '000000000000000000000001'

export const firstAdminStore = (db: Database) => {
  const records = db.global(firstAdminCollection)
  return {
    /** Lets changes of admins' roles happen one after the other, until the transaction ends. */
    lock: () => {
      db.requireTransaction()
      return records().updateIf({ id }, {})
    },

    /** For an admin that was made in another way than by bootstrap. */
    record: () => records().upsert({ id }, {}),

    /** CONFLICT for everyone but the first. */
    claim: async (): Promise<void> => {
      db.requireTransaction()
      const conflict = () => new AppError('CONFLICT', 'An admin account already exists: log in instead')
      if (await records().findOne({ id })) throw conflict()
      await onConflict(() => records().insert({ id }), conflict)
    },
  }
}
export type FirstAdminStore = ReturnType<typeof firstAdminStore>
