import { reactRouter } from '@react-router/dev/vite'
import { readFileSync } from 'node:fs'
import { defineConfig, minifySync, type Plugin } from 'vite'

/** What every page needs comes as one file: together it compresses better, and there is one request instead of nine. */
const everywhere =
  /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|react-router)\/|src\/portal\/(shell\/(?!error-reporter)|site\/(?!simulator|terminals|search|outage|optin|login|logout)|root|page-setting)|src\/brand/

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

/** What the server has too. The pages' program is bundled with it (vite.server.config.ts), so that each is loaded once. */
const sharedWithServer = /^#(protocol|vocabulary|brand)(\/|$)/

export default defineConfig({
  plugins: [inlineScript, reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: 'hidden' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'app', test: everywhere }] } },
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
