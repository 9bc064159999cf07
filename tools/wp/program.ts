import { join } from 'node:path'
import tab from '@bomb.sh/tab/commander'
import { Argument, Command } from 'commander'
import { root } from '../root.ts'
import { printCompletion, type Shell } from './completion.ts'
import { addImages } from './image-commands.ts'
import { listPackageNames } from './names.ts'
import { print } from './print.ts'
import { addServices } from './service-commands.ts'

const dataFolder = join(root, '.data')

/**
 * The commands in `services/identity/src/operations/commands.ts`, repeated here because importing them would slow
 * down every command.
 */
export const adminCommands = ['create-admin', 'rotate-keys', 'unlock', 'remove-factors', 'replay']

/** The commands in `libs/bus/src/operator/main.ts`. */
export const natsCommands = ['streams', 'remove-service']

// Every action imports its code only when it runs, so that help and completion load nothing else.

const addOperations = (program: Command): void => {
  program
    .command('backup')
    .description('back up databases and uploaded files into a folder')
    .argument('<folder>', 'must be empty or missing')
    .option('--files <folder>', 'folder of uploaded files (DATA_DIR of the services)')
    .option('--prefix <text>', 'prefix of the databases to back up (DATABASE_PREFIX)', 'wp_')
    .option('--no-snapshot', 'read without a snapshot; only when nothing writes to the database')
    .option('--data <folder>', 'data folder of npm start', dataFolder)
    .addHelpText('after', databaseHelp)
    .action(async (folder: string, options) => {
      const { backup } = await import('@wp/local/backup')
      await print(backup(folder, options))
    })
  program
    .command('restore')
    .description('restore a backup and verify its checksums; stop the services first')
    .argument('<folder>', 'a backup')
    .option('--files <folder>', 'folder for uploaded files (DATA_DIR of the services)')
    .option('--replace', 'remove existing data first', false)
    .option('--data <folder>', 'data folder of npm start', dataFolder)
    .addHelpText('after', databaseHelp)
    .action(async (folder: string, options) => {
      const { restore } = await import('@wp/local/backup')
      await print(restore(folder, options))
    })
  program
    .command('credentials')
    .description('create missing service keys and NATS users, or rotate them')
    .option('--out <folder>', 'folder for the credentials', join(dataFolder, 'credentials'))
    .option('--rotate', 'create new credentials; the current ones stay valid until the next rotation', false)
    .option(
      '--nats-pid <file>',
      'PID file of the NATS server to reload (default: nats.pid next to the folder)',
    )
    .action(async (options) => {
      const { writeCredentials } = await import('@wp/local/credentials')
      console.log(await writeCredentials(options))
    })
  program
    .command('admin')
    .description('run an operator command for accounts, keys or events')
    .addArgument(new Argument('[command]', 'operator command').choices(adminCommands))
    .argument('[args...]', 'arguments of the operator command')
    .passThroughOptions()
    .allowUnknownOption()
    .addHelpText('after', '\nRun `wp admin` without a command to list all commands and their arguments.')
    .action(async (command: string | undefined, args: string[]) => {
      const { main } = await import('@wp/identity/operations')
      await main([...(command ? [command] : []), ...args])
    })
  program
    .command('nats')
    .description('change the settings of streams, or remove what a removed service left in NATS')
    .addArgument(new Argument('[command]', 'operator command').choices(natsCommands))
    .argument('[args...]', 'arguments of the operator command')
    .passThroughOptions()
    .allowUnknownOption()
    .addHelpText('after', '\nRun `wp nats` without a command to list all commands and their arguments.')
    .action(async (command: string | undefined, args: string[]) => {
      const { main } = await import('@wp/bus/operator')
      const { withLocalNats } = await import('./nats.ts')
      await main([...(command ? [command] : []), ...args], withLocalNats(process.env, dataFolder))
    })
  program
    .command('logs')
    .description('show the log lines of one request from all services, oldest first')
    .requiredOption('--request <id>', 'the x-request-id header of a reply')
    .option('--data <folder>', 'data folder of npm start', dataFolder)
    .action(async ({ data, request }: { data: string; request: string }) => {
      const { showRequest } = await import('@wp/local/logs')
      await print(showRequest(data, request))
    })
  program
    .command('compose')
    .description('run the platform in containers (docker compose)')
    .argument('[args...]', 'arguments of docker compose', ['up', '--build', '--wait'])
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (args: string[]) => {
      const { runCompose } = await import('@wp/local/compose')
      process.exitCode = await runCompose(args)
    })
}

const databaseHelp = `
Uses the database at MONGODB_URL, or at the address in the file MONGODB_URL_FILE. Without either, uses the
database of npm start, which must be stopped.

A backup does not contain keys (.data/keys, .data/credentials, Kubernetes Secrets), files in S3, or NATS streams.`

const addDatabase = (program: Command): void => {
  const db = program.command('db').description('export, import or compact a database')
  const address = '\nUses the database at MONGODB_URL, or at the address in the file MONGODB_URL_FILE.'
  db.command('export')
    .description('export every collection to a folder as Extended JSON')
    .argument('<folder>')
    .addHelpText('after', address)
    .action(async (folder: string) => (await import('./database.ts')).exportTo(folder))
  db.command('import')
    .description('import a folder written by export into empty databases')
    .argument('<folder>')
    .addHelpText('after', address)
    .action(async (folder: string) => (await import('./database.ts')).importFrom(folder))
  db.command('compact')
    .description('return free space in a stopped embedded database to the disk')
    .argument('<folder>', 'the embedded-mongo folder in the data folder')
    .action(async (folder: string) => (await import('./database.ts')).compactFolder(folder))
}

const addWebhooks = (program: Command): void => {
  const webhooks = program.command('webhooks').description('try webhooks on this machine')
  webhooks
    .command('listen')
    .description('receive webhooks on this machine and print them')
    .option('--port <number>', 'port on 127.0.0.1', '4000')
    .option('--secret <secret>', "the endpoint's secret (whsec_…), to verify signatures")
    .option('--status <number>', 'response status; use 500 to test retries', '200')
    .addHelpText(
      'after',
      '\nCreate an endpoint with the URL http://localhost:4000 first; a platform in development accepts it.',
    )
    .action(async ({ port, secret, status }: { port: string; secret?: string; status: string }) => {
      const { listenToWebhooks } = await import('./webhooks.ts')
      const options = { port: Number(port), status: Number(status), write: console.log, secret }
      await print(listenToWebhooks(options).then(() => `Listening on http://localhost:${port}`))
    })
}

const addDocs = (program: Command): void => {
  const docs = program
    .command('docs')
    .description('update the generated files in the repository: client, charts, dashboards, error page')
    .option('--check', 'write nothing; fail when a file is out of date', false)
    .action(async (options) => {
      const { generateDocuments } = await import('../docs/generate.ts')
      await generateDocuments(options)
    })
  docs
    .command('examples')
    .description('run tests and record their replies as examples for the API reference')
    .addArgument(new Argument('[package]', 'default: all').choices(listPackageNames()))
    .argument('[filters...]', 'test files of the package')
    .action(async (name: string | undefined, filters: string[]) => {
      const { recordExamples } = await import('../docs/record-examples.ts')
      await recordExamples([...(name ? [name] : []), ...filters])
    })
}

const vitestSuites = {
  faults: 'kill processes, cut connections and freeze servers; takes at least 15 minutes',
  soak: 'run at half load for 30 minutes with a kill every minute; SOAK_MINUTES=… and FAULT_SEED=… change the run',
  security: 'send 50,000 requests generated from the OpenAPI document; SEED=… repeats a run',
  helm: 'render the charts for every environment and validate every object',
  upgrade: 'upgrade an older version to this one under load; UPGRADE_FROM=… selects the older version',
} as const

const addTests = (program: Command): void => {
  const test = program
    .command('test')
    .description('run the tests of a package, or a suite that npm test does not run')
    .addArgument(new Argument('[package]', 'default: all, like npm test').choices(listPackageNames()))
    .argument('[filters...]', 'test files of the package')
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (name: string | undefined, filters: string[]) => {
      const { runTests } = await import('../run/test.ts')
      await runTests(name, filters)
    })
  test
    .command('changed')
    .description('run every check, and the tests of packages that differ from main and of their dependents')
    .action(async () => (await import('../run/test.ts')).runChangedTests())
  test
    .command('full')
    .description(
      'run the slow suites and those that need more tools: faults, browser, Prometheus, Helm, new services, apps with the packed client',
    )
    .action(async () => (await import('../run/run-full.ts')).runFull())
  for (const [name, description] of Object.entries(vitestSuites))
    test
      .command(name)
      .description(description)
      .argument('[args...]', 'arguments of vitest')
      .passThroughOptions()
      .allowUnknownOption()
      .action(async (args: string[]) => {
        const { runSuite } = await import('../run/suites.ts')
        runSuite(name as keyof typeof vitestSuites, args)
      })
  test
    .command('containers')
    .description(
      'run the suites on the servers at MONGODB_URL and NATS_URL, or on containers (exits with 77 without either)',
    )
    .argument('[filters...]', 'test files')
    .option('--replace', 'remove all existing data on these servers', false)
    .action(async (filters: string[], options) => {
      const { runContainers } = await import('../run/run-containers.ts')
      await runContainers(filters, options)
    })
  test
    .command('images')
    .description('build and run the images of all services; needs Linux and root (exits with 77 otherwise)')
    .action(async () => (await import('../run/run-images.ts')).runImages())
  test
    .command('mongo-conformance')
    .description('test whether a MongoDB server or the embedded database behaves as expected')
    .argument('[address]', 'default: the embedded database')
    .action(async (address?: string) => (await import('../run/suites.ts')).runConformance(address))
}

/** Creates the `wp` command with all its subcommands. */
export const createProgram = (): Command => {
  const program = new Command('wp')
    .usage('<command> [options]')
    .description('Commands for operators and developers. Run them as npm run wp -- <command>.')
    .enablePositionalOptions()
    .showHelpAfterError()
    .showSuggestionAfterError()
    .helpCommand(true)
  addOperations(program)
  addDatabase(program)
  addImages(program)
  addServices(program)
  addWebhooks(program)
  addDocs(program)
  addTests(program)
  tab(program, { completionCommandName: 'completion' })
  program.commands
    .find((command) => command.name() === 'completion')
    ?.description('print a shell script that defines wp and completes its commands')
    .addHelpText(
      'after',
      '\nFor bash, add this to ~/.bashrc: eval "$(npm run --silent wp -- completion bash)"',
    )
    .action((shell: Shell) => printCompletion(shell))
  return program
}
