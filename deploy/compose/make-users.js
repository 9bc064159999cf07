// Run by mongosh: creates the replica set at the first start, and a user for each service with a database.
const { readFileSync } = require('node:fs')

const read = (file) => readFileSync(`/secrets/${file}`, 'utf8').trim()
const users = JSON.parse(read('users.json'))
const host = 'mongodb:27017'
const address = `mongodb://root:${encodeURIComponent(read('root-password'))}@${host}/?directConnection=true`
const admin = new Mongo(address).getDB('admin')

const { setName } = admin.hello()
if (!setName) admin.adminCommand({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host }] } })
while (!admin.hello().isWritablePrimary) sleep(500)

// Services check transactionLifetimeLimitSeconds when they start.
const privileges = [{ resource: { cluster: true }, actions: ['getParameter'] }]
if (!admin.getRole('readParameters')) admin.createRole({ role: 'readParameters', privileges, roles: [] })

for (const { user, pwd, database } of users) {
  const roles = [{ role: 'dbOwner', db: database }, 'readParameters']
  if (admin.getUser(user)) admin.updateUser(user, { pwd, roles })
  else admin.createUser({ user, pwd, roles })
}
print(`${users.length} users are ready.`)
