import { reactRouter } from '@react-router/dev/vite'
import { readFileSync } from 'node:fs'
import { defineConfig, minifySync, type Plugin } from 'vite'

/** What every page needs comes as one file: together it compresses better, and there is one request instead of nine. */
const everywhere =
  /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|react-router)\/|src\/portal\/(shell\/(?!error-reporter)|site\/(?!follow-query|simulator|terminals|search|outage|optin|login|logout|mail-check|notice-stop|stop-hold|dead-link)|root|page-setting)|src\/brand/

/** What the public forms (top, fee, devices, search) use beside it; nearly every screen of my page uses it too. */
const forms =
  /src\/(vocabulary\/line|portal\/site\/follow-query|ui\/(drawing\/drawing(-text)?|amount|badge|breadcrumb|card|checkbox|error-summary|field|field-frame|layout|select|skeleton|summary-list|table))\./

/** Shared by several screens of my page: a file each would be some twenty requests a screen, all named in the manifest. */
const mypage = /src\/(portal\/mypage|ui|protocol)\//

/** Shared by steps of an order, of a succession and by their states. */
const order = /src\/portal\/order\//

/** `import text from './boot.js?inline'`: a script as short text, to stand in a page. */
const inlineScript: Plugin = {
  name: 'inline-script',
  enforce: 'pre',
  load(id) {
    const [file = '', query] = id.split('?')
    if (query !== 'inline' || !file.endsWith('.js')) return null
    this.addWatchFile(file)
    const { code } = minifySync(file, readFileSync(file, 'utf8'))
    return `export default ${JSON.stringify(code)}`
  },
}

/**
 * The pages that ask nothing of the API, nearly all public ones. A start loads only these routes; the others stand empty
 * in the server's build until `loadLaterRoutes` (docs/decisions/072).
 */
const firstRoutes = /\/src\/portal\/(root|site\/static-page|site\/outage\/outage-page)\.tsx$/

const laterRoutes = (): Plugin => {
  const imported = /^\s*import \* as (route\d+) from ("[^"]+");$/gm
  let later: [name: string, file: string][] = []
  return {
    name: 'later-routes',
    apply: 'build',
    resolveId: (id) => (id === 'virtual:later-routes' ? `\0${id}` : undefined),
    load: (id) =>
      id === '\0virtual:later-routes'
        ? later.map(([name, file]) => `export * as ${name} from ${file};`).join('\n')
        : undefined,
    transform(code, id) {
      if (id !== '\0virtual:react-router/server-build') return undefined
      const all = [...code.matchAll(imported)].map(
        ([, name = '', file = '']) => [name, file] as const,
      )
      later = all.flatMap(([name, file]) =>
        firstRoutes.test(JSON.parse(file)) ? [] : [[name, file]],
      )
      if (all.length - later.length !== 3)
        this.error('React Router writes its routes in another way than it did')
      const names = later.map(([name]) => name)
      return `${names.map((name) => `const ${name} = {};`).join('\n')}
        ${code.replaceAll(imported, (line, name) => (names.includes(name) ? '' : line))}
        export const laterRoutes = new Set([${names.join()}]);
        export const loadLaterRoutes = async () => {
          const loaded = await import('virtual:later-routes');
          ${names.map((name) => `Object.assign(${name}, loaded.${name});`).join('\n')}
        };`
    },
  }
}

/** What the server has too. The pages' program is bundled with it (vite.server.config.ts), so that each is loaded once. */
const sharedWithServer = /^#(protocol|vocabulary|brand)(\/|$)/

export default defineConfig({
  plugins: [inlineScript, laterRoutes(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: 'hidden' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'app', test: everywhere, priority: 2 },
                { name: 'forms', test: forms, priority: 1 },
                { name: 'mypage', test: mypage, minShareCount: 3 },
                { name: 'ordering', test: order, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    // Its style sheets stand in pages.
    ssr: {
      build: {
        cssMinify: true,
        rolldownOptions: { external: sharedWithServer },
      },
    },
  },
})
