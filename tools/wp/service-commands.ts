import { Argument, type Command } from 'commander'
import { ensureBuilt } from '../setup/build.ts'
import { listServices } from './names.ts'

/** Adds `wp new` and `wp remove`. */
export const addServices = (program: Command): void => {
  const make = program.command('new').description('create a service or resource')
  make
    .command('service')
    .description('create services/<name> with its first resource, chart, client and API reference')
    .argument('<name>', 'such as library')
    .argument('[resource]', 'singular, such as book (default: the singular of the service name)')
    .option('--plural <plural>', 'plural of the resource if it is irregular')
    .addHelpText(
      'after',
      `
Examples:
  npm run wp -- new service pets             /workspace/:workspaceId/pets
  npm run wp -- new service library book     /workspace/:workspaceId/books
  npm run wp -- new service crew person --plural people`,
    )
    .action(async (name: string, resource: string | undefined, options) => {
      ensureBuilt()
      const { newService } = await import('../new/make.ts')
      newService(name, resource, options)
    })
  make
    .command('resource')
    .description('add a resource to a service: contract, handlers, store, view, events and a test')
    .addArgument(new Argument('<service>').choices(listServices()))
    .argument('<name>', 'singular, such as prize')
    .option('--plural <plural>', 'plural if it is irregular')
    .action(async (service: string, name: string, options) => {
      ensureBuilt()
      const { newResource } = await import('../new/make.ts')
      newResource(service, name, options)
    })
  program
    .command('remove')
    .description('remove a service')
    .command('service')
    .description('undo new service, and list what the service leaves in NATS, MongoDB and Kubernetes')
    .argument('<name>', 'a service that no other service needs')
    .option('--force', 'also delete files that are not committed', false)
    .action(async (name: string, options) => {
      ensureBuilt()
      const { removeService } = await import('../new/remove.ts')
      removeService(name, options)
    })
}
