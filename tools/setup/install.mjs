// Brings node_modules to what package-lock.json says, and does nothing when it is there already.
// Plain JavaScript: it runs on whatever Node the machine has, before the pinned one is installed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, relative } from 'node:path'

const minimumNode = 20
const neededNode = 24

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null)

/** The packages of the lockfile that are absent from node_modules, or there in another version. */
const missing = () => {
  const wanted = read('package-lock.json')
  const installed = read('node_modules/.package-lock.json')
  if (!installed) return ['everything']
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.optional && !entry.peer)
    .filter(([path, entry]) => installed[path]?.version !== entry.version)
    .map(([path]) => path)
}

/** A package of this repository that is new since the installation needs no more than its link. */
const linkNewPackages = () => {
  for (const [path, { link, resolved }] of Object.entries(read('package-lock.json'))) {
    if (!link || existsSync(path) || !existsSync(resolved)) continue
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(relative(dirname(path), resolved), path, 'junction')
  }
}

const seconds = (since) => Math.round((Date.now() - since) / 1000)

const install = () =>
  new Promise((resolve) => {
    const started = Date.now()
    console.error('Installing the dependencies of the lockfile; this happens once …')
    const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      stdio: ['ignore', 2, 2],
    })
    const ticker = setInterval(() => console.error(`… still installing (${seconds(started)} s)`), 10_000)
    npm.on('error', () => resolve(127))
    npm.on('exit', (code) => {
      clearInterval(ticker)
      if (code === 0) console.error(`Installed in ${seconds(started)} s.`)
      resolve(code ?? 1)
    })
  })

const major = Number(process.versions.node.split('.')[0])
if (major < minimumNode) {
  console.error(`Node.js ${minimumNode} or newer is needed to begin; this is ${process.version}.`)
  process.exit(1)
}
if (missing().length > 0) {
  const code = await install()
  if (code !== 0) {
    console.error('The dependencies could not be installed: see the lines of npm above, then try again.')
    process.exit(code)
  }
}
linkNewPackages()
if (major < neededNode && !existsSync('node_modules/.bin/node')) {
  console.error(
    `npm has no Node ${neededNode} for this machine: install Node.js ${neededNode} yourself, then try again.`,
  )
  process.exit(1)
}
