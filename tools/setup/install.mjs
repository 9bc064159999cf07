// Installs the packages of package-lock.json when some are missing.
// Plain JavaScript, because it runs on the machine's Node before the pinned one is installed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, relative } from 'node:path'

const minimumNode = 20
const neededNode = 24

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null)

/** Returns the packages whose installed version differs from the lockfile's, or that are not installed. */
const missing = () => {
  const wanted = read('package-lock.json')
  const installed = read('node_modules/.package-lock.json')
  if (!installed) return ['everything']
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.optional && !entry.peer)
    .filter(([path, entry]) => installed[path]?.version !== entry.version)
    .map(([path]) => path)
}

/** Links packages of this repository that were added since the installation. */
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
    console.error('Installing missing or outdated dependencies …')
    // npm fails with ENOTEMPTY on the remains of an interrupted installation.
    if (!existsSync('node_modules/.package-lock.json'))
      rmSync('node_modules', { recursive: true, force: true, maxRetries: 5 })
    const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      stdio: ['ignore', 2, 2],
    })
    // Without this, npm would continue in the background and disturb the next installation.
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => npm.kill(signal))
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
  console.error(`Node.js ${minimumNode} or newer is required; this is ${process.version}.`)
  process.exit(1)
}
if (missing().length > 0) {
  const code = await install()
  if (code !== 0) {
    console.error('Installing dependencies failed; see the output of npm above.')
    process.exit(code)
  }
}
linkNewPackages()
if (major < neededNode && !existsSync('node_modules/.bin/node')) {
  console.error(
    `No Node.js ${neededNode} package exists for this platform. Install Node.js ${neededNode} and try again.`,
  )
  process.exit(1)
}
