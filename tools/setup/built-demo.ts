import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { startDemo } from '#demo/start/demo.ts'

type BuiltDemo = { startDemo: typeof startDemo }

/** The demo as `buildPortal` left it; its sources run in `npm run dev`. */
export async function builtDemo(root: string): Promise<BuiltDemo> {
  const demo: BuiltDemo = await import(pathToFileURL(join(root, 'build/serve/demo.js')).href)
  return demo
}
