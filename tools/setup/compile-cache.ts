import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/** The flags of production (tools/first-run.mjs): V8 takes compiled code back under the flags it was compiled with. */
export const productionFlags = ['--max-semi-space-size=4']

const folderOf = (root: string) => join(root, 'build', 'compile-cache')
const markOf = (root: string) => join(folderOf(root), 'made-for.json')

/** Node keeps compiled code apart by all of these, and would begin a folder of its own for others. */
const madeFor = () =>
  JSON.stringify([process.version, process.arch, process.getuid?.(), process.execArgv])

/**
 * Takes the code that the build compiled, half of what a start takes. A process that Node would make a folder of its
 * own for does without: production writes nothing.
 */
export function useCompiledCode(root: string): void {
  if (existsSync(markOf(root)) && readFileSync(markOf(root), 'utf8') === madeFor())
    enableCompileCache(folderOf(root))
}

/** The last step of the build: compiles all that `load` loads and runs at the start, and keeps it. */
export async function keepCompiledCode(root: string, load: () => Promise<unknown>): Promise<void> {
  enableCompileCache(folderOf(root))
  await load()
  flushCompileCache()
  writeFileSync(markOf(root), madeFor())
}
