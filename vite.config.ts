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

export default defineConfig(({ command }) => ({
  plugins: [inlineScript, reactRouter()],
  // One file is found sooner than hundreds; in development React stays as its package is.
  ...(command === 'build' ? { ssr: { noExternal: true as const } } : {}),
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
        rolldownOptions: {
          // Comments would be half of what is read, kept in memory and compiled.
          output: {
            comments: false,
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
          },
        },
      },
    },
  },
}))
