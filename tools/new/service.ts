import { make } from './make.ts'
import { planService } from './plan.ts'

const usage = `npm run new:service <name> [<resource>] [-- --plural <plural>]

Makes services/<name> with a first resource (its name in the singular, unless you give one), and everything
that has to know of it: package and lockfile, chart, compose file, API reference, client, documents.

  npm run new:service pets              services/pets with /workspace/:workspaceId/pets
  npm run new:service library book      services/library with /workspace/:workspaceId/books
  npm run new:service crew person -- --plural people`

make(usage, { least: 1, most: 2 }, (root, [service = '', resource], plural) =>
  planService(root, { service, resource, plural }),
)
