import { build, defineConfig, type Plugin } from 'vite'

const define = { 'process.env.NODE_ENV': JSON.stringify('production') }

/** `import text from './page.tsx?script'`: a page's whole script as text inside the worker, with no file beside it (docs/decisions/108). */
const pageScript: Plugin = {
  name: 'page-script',
  enforce: 'pre',
  async load(id) {
    const [file = '', query] = id.split('?')
    if (query !== 'script') return undefined
    const built = await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      define,
      build: {
        write: false,
        target: 'es2022',
        rolldownOptions: {
          input: file,
          output: { format: 'iife' },
        },
      },
    })
    const parts = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
    const [script, ...rest] = parts
    if (script?.type !== 'chunk' || rest.length > 0)
      return this.error('the offline page is not one script')
    // In an element of a page nothing may end it early.
    const inElement = script.code.replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3c`)
    return `export default ${JSON.stringify(inElement)}`
  },
}

/** `build/client/mypage/worker.js`: the service worker of my page, beside what `react-router build` has made. */
export default defineConfig({
  publicDir: false,
  define,
  plugins: [pageScript],
  build: {
    outDir: 'build/client/mypage',
    emptyOutDir: false,
    target: 'es2022',
    rolldownOptions: {
      input: 'src/portal/worker/worker.ts',
      output: { format: 'iife', entryFileNames: 'worker.js' },
    },
  },
})
