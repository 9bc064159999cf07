import { AppError } from '@wp/kernel'
import { collection, onConflict } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/** Contains one record once the first admin exists, so that bootstrap works only once. */
export const firstAdminCollection = collection<object>('first_admin', 'First admin', {}, [], {
  unsharded: 'One record.',
  onePer: 'platform',
})

const id = '000000000000000000000001'

export const firstAdminStore = (db: Database) => {
  const records = db.global(firstAdminCollection)
  return {
    /** Serializes changes to admin roles until the transaction ends. */
    lock: () => {
      db.requireTransaction()
      return records().updateIf({ id }, {})
    },

    /** Disables bootstrap after an admin was created by other means. */
    record: () => records().upsert({ id }, {}),

    /** Throws CONFLICT when the first admin was already created. */
    claim: async (): Promise<void> => {
      db.requireTransaction()
      const conflict = () => new AppError('CONFLICT', 'An admin account already exists; log in instead')
      if (await records().findOne({ id })) throw conflict()
      await onConflict(() => records().insert({ id }), conflict)
    },
  }
}
export type FirstAdminStore = ReturnType<typeof firstAdminStore>
