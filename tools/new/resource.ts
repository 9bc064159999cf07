import { make } from './make.ts'
import { planResource } from './plan.ts'

const usage = `npm run new:resource <service> <name> [-- --plural <plural>]

Adds a resource to a service: contract, handlers, store, view, events and a test in a folder of their own,
wired into the service, its README, the API reference, the client and the documents.

  npm run new:resource contests prize                      services/contests/src/prizes
  npm run new:resource contests person -- --plural people  services/contests/src/people`

make(usage, { least: 2, most: 2 }, (root, [service = '', resource = ''], plural) =>
  planResource(root, { service, resource, plural }),
)
