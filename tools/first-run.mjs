// Every npm script begins here. Plain JavaScript with built-in modules only, because it runs under
// whatever Node >= 20 the machine has and before anything is installed. It installs what is
// missing, then hands over to tools/<name>.ts under the pinned Node 26.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [name = '', ...words] = process.argv.slice(2)
const environments = {
  dev: 'development',
  test: 'test',
  'test-long': 'test',
  'test-postgresql': 'test',
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  refuse(`This needs Node 20 or later to begin with; found ${process.versions.node}.`)
}
const tool = join(root, 'tools', `${name}.ts`)
if (!/^[a-z][a-z-]*$/.test(name) || !existsSync(tool)) {
  refuse(`There is no tool "${name}": see the scripts in package.json.`)
}
// Production runs what was built from its tool, with a small young generation: see docs/decisions/018.
const built = join(root, 'build', 'serve', 'serve.js')
const program = name === 'serve' ? ['--max-semi-space-size=4', built] : [tool]
if (name === 'serve' && !existsSync(built)) {
  refuse('The portal is not built: run npm run build once, before it is served.')
}

// Loaded only now, so that an older Node reads the sentence above and not a syntax error.
const { processCommand, processParent, processStamp } =
  await import('../src/process/live-process.mjs')
const { installDependencies, SetupRefusal } = await import('./setup/dependencies.mjs')
try {
  const say = (line) => process.stderr.write(`${line}\n`)
  handOver(await installDependencies({ root, production: name === 'serve', say }))
} catch (error) {
  if (!(error instanceof SetupRefusal)) throw error
  refuse(error.message)
}

function handOver(runtime) {
  const bins = [dirname(runtime), join(root, 'node_modules', '.bin')]
  const env = {
    // Hundreds of modules are compiled once and not at every start; production writes nothing here.
    ...(name === 'serve' ? {} : { NODE_COMPILE_CACHE: join(root, '.data', 'compile-cache') }),
    ...process.env,
    PATH: [...bins, process.env.PATH].join(delimiter),
    NODE_ENV: environments[name] ?? 'production',
  }
  // The channel closes when this process is killed: the tool then ends what it started.
  const child = spawn(runtime, [...program, ...words], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWhenNpmIsKilled(child)
  child.once('error', (error) => refuse(`${runtime} does not start: ${error.message}`))
  child.once('exit', (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal])
  })
}

/** npm passes signals on, but kill -9 of npm would leave everything running on its port. */
function endWhenNpmIsKilled(child) {
  if (!process.env.npm_lifecycle_event) return
  const isShell = /^\S*sh -c /.test(processCommand(process.ppid) ?? '')
  const npm = isShell ? processParent(process.ppid) : process.ppid
  const stamp = processStamp(npm)
  setInterval(() => processStamp(npm) !== stamp && child.kill('SIGTERM'), 2000).unref()
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
