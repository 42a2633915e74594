import { createHash, type Hash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusal } from '#process/start-refusal.ts'

/** All that the build is made from. */
const inputs = [
  'src',
  'content',
  'public',
  'package-lock.json',
  'tsconfig.json',
  'tools/serve.ts',
  'tools/setup',
  'vite.config.ts',
  'vite.server.config.ts',
  'react-router.config.ts',
]

export function stampFile(root: string): string {
  return join(root, 'build', '.stamp')
}

export function isBuilt(root: string): boolean {
  return existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === inputStamp(root)
}

/** @throws {StartRefusal} unless there is a build of just these sources. Writes nothing. */
export function refuseWrongBuild(root: string): void {
  if (!existsSync(stampFile(root)))
    throw new StartRefusal('The portal is not built: run npm run build once, before it is served.')
  if (!isBuilt(root))
    throw new StartRefusal('The portal was built from other sources: run npm run build again.')
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
