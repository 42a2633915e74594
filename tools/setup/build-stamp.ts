import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusal } from '#process/start-refusal.ts'

/** All that the build is made from. */
const inputs = [
  'src',
  'demo',
  'content',
  'public',
  'package-lock.json',
  'tsconfig.json',
  'tools/serve.ts',
  'tools/setup',
  'vite.config.ts',
  'vite.server.config.ts',
  'vite.worker.config.ts',
  'react-router.config.ts',
]

function stampFile(root: string): string {
  return join(root, 'build', '.stamp')
}

/** What a build was made from: the names, sizes and times of its inputs, and a hash of all their bytes. */
type Stamp = { listing: string; contents: string }

export function stampOf(root: string): Stamp {
  return { listing: listingOf(root), contents: contentsOf(root) }
}

export function keepStamp(root: string, { listing, contents }: Stamp): void {
  writeFileSync(stampFile(root), `${listing}\n${contents}\n`)
}

/** The bytes are read only where names, sizes or times differ, as after another checkout of the same sources. */
export function isBuilt(root: string): boolean {
  if (!existsSync(stampFile(root))) return false
  const [listing, contents] = readFileSync(stampFile(root), 'utf8').split('\n')
  return listing === listingOf(root) || contents === contentsOf(root)
}

/** @throws {StartRefusal} unless there is a build of just these sources. Writes nothing. */
export function refuseWrongBuild(root: string): void {
  if (!existsSync(stampFile(root)))
    throw new StartRefusal('The portal is not built: run npm run build once, before it is served.')
  if (!isBuilt(root))
    throw new StartRefusal('The portal was built from other sources: run npm run build again.')
}

/** One file after the other: a process that serves would keep the memory that a list of all takes. */
function listingOf(root: string): string {
  const hash = beginHash()
  for (const path of filesOf(root)) {
    const { size, mtimeMs } = statSync(`${root}/${path}`)
    hash.update(`\n${path} ${size} ${mtimeMs}`)
  }
  return hash.digest('hex')
}

/** Changes whenever a name or a byte of an input changes. */
function contentsOf(root: string): string {
  const hash = beginHash()
  for (const path of filesOf(root))
    hash.update(`\n${path}\n`).update(readFileSync(`${root}/${path}`))
  return hash.digest('hex')
}

const beginHash = () => createHash('sha256').update(process.version)

/** Every input but tests, in the order of their names. */
function* filesOf(root: string): Generator<string> {
  for (const input of inputs)
    for (const path of filesUnder(root, input)) if (!/\.test\.tsx?$/.test(path)) yield path
}

function* filesUnder(root: string, path: string): Generator<string> {
  const found = statSync(`${root}/${path}`, { throwIfNoEntry: false })
  if (found === undefined) return
  if (found.isDirectory()) yield* filesIn(root, path)
  else yield path
}

function* filesIn(root: string, folder: string): Generator<string> {
  const entries = readdirSync(`${root}/${folder}`, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* filesIn(root, path)
    else yield path
  }
}
