import { MongoClient, MongoServerError } from 'mongodb'
import { newSecret } from '@wp/kernel'

const user = 'wp_tests'

/**
 * Calls `work` with an address that contains a user, which services in production mode require. If the
 * address has none, creates one for the duration of `work`. If the server does not allow that, passes the
 * address unchanged.
 */
export const withUser = async (mongodbUrl: string, work: (url: string) => Promise<void>): Promise<void> => {
  const url = new URL(mongodbUrl)
  if (url.username) return work(mongodbUrl)
  const client = await MongoClient.connect(mongodbUrl)
  try {
    const admin = client.db('admin')
    const password = newSecret()
    await admin.command({ dropUser: user }).catch(ignoreRefusal) // left behind by a run that was killed
    const created = await admin
      .command({ createUser: user, pwd: password, roles: ['root'] })
      .catch(ignoreRefusal)
    if (!created) return await work(mongodbUrl)
    url.username = user
    url.password = password
    url.searchParams.set('authSource', 'admin')
    try {
      await work(url.href)
    } finally {
      await admin.command({ dropUser: user })
    }
  } finally {
    await client.close()
  }
}

const ignoreRefusal = (error: unknown): null => {
  if (error instanceof MongoServerError) return null
  throw error
}
