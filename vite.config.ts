import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** What every page needs comes as one file: together it compresses better, and there is one request instead of nine. */
const everywhere =
  /node_modules\/(react|react-dom|scheduler|react-router)\/|src\/portal\/(shell\/(?!error-reporter)|site\/(?!simulator|terminals|optin|login|logout)|root|page-setting)|src\/brand/

export default defineConfig({
  plugins: [reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: 'hidden' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'app', test: everywhere }] } },
        },
      },
    },
  },
})
