import { spawn } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitForLock } from '#server/folder-lock.mjs'
import { StartRefusal } from '#server/start-refusal.ts'

/** All that the bundles are made from (pages of content are not in them). */
const inputs = [
  'src/portal',
  'src/ui',
  'src/protocol',
  'src/brand.ts',
  'public',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
]

/** Builds the portal, unless the last build was made from the same inputs. Two at once: one waits. */
export async function buildPortal(root: string, log: (line: string) => void, end?: AbortSignal) {
  if (isBuilt(root)) return
  mkdirSync(join(root, '.data'), { recursive: true })
  const lock = await waitForLock(join(root, '.data', 'build.lock'), (pid) => {
    log(`Another build runs in this folder (process ${pid}): waiting for it`)
  })
  try {
    if (!isBuilt(root)) await build(root, log, end)
  } finally {
    lock.release()
  }
}

function isBuilt(root: string): boolean {
  const stampFile = join(root, 'build', '.stamp')
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === inputStamp(root)
}

async function build(root: string, log: (line: string) => void, end?: AbortSignal) {
  const builder = join(root, 'node_modules', '.bin', 'react-router')
  if (!existsSync(builder)) {
    throw new StartRefusal(
      'The portal is not built, and the build tools are not installed: run npm ci and npm start once, or bring the folder build along.',
    )
  }
  log('Building the portal')
  const stamp = inputStamp(root)
  const began = performance.now()
  const { code, output } = await run(builder, ['build'], root, end)
  if (end?.aborted) return
  if (code !== 0) throw new StartRefusal(`${output.trimEnd()}\nThe build failed (above is why).`)
  writeFileSync(join(root, 'build', '.stamp'), stamp)
  log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

/** Changes whenever a name or a byte of an input changes. */
export function inputStamp(root: string): string {
  const hash = createHash('sha256').update(process.version)
  for (const input of inputs) addTo(hash, root, input)
  return hash.digest('hex')
}

function addTo(hash: Hash, root: string, path: string) {
  const entries = listOrNothing(join(root, path))
  if (entries) for (const name of entries) addTo(hash, root, `${path}/${name}`)
  else if (existsSync(join(root, path)) && !/\.test\.tsx?$/.test(path)) {
    hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  }
}

function listOrNothing(path: string): string[] | undefined {
  try {
    return readdirSync(path).sort()
  } catch {
    return undefined
  }
}

function run(command: string, words: string[], root: string, end?: AbortSignal) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const env = { ...process.env, NODE_ENV: 'production' }
    const child = spawn(command, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const stop = () => child.kill('SIGTERM')
    end?.addEventListener('abort', stop, { once: true })
    let output = ''
    child.stdout.on('data', (part: Buffer) => (output += part.toString()))
    child.stderr.on('data', (part: Buffer) => (output += part.toString()))
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => {
      end?.removeEventListener('abort', stop)
      resolve({ code, output })
    })
  })
}
