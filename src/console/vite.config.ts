import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { memberStyles } from './member-styles.ts'

/** What the server has too; the console's program is bundled with it (vite.server.config.ts). */
const sharedWithServer = /^#(protocol|vocabulary|brand)(\/|$)/

/** A dozen screens that one person walks through all day: two files that stay in the browser's store. */
const packages = /rolldown\/runtime|node_modules\//
const own = /src\/(console|ui|vocabulary|protocol|portal)\/|src\/brand/

/** Writes my page's styles, for the frame alone, before those of the frame (docs/decisions/105). */
const memberScreen: Plugin = {
  name: 'member-screen',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/behalf/member-screen.css') ? `${memberStyles()}\n${code}` : undefined,
}

/**
 * `build/console`: the staff's console, a program of its own beside the member web. Built from this folder
 * (`react-router build src/console`), so that neither shares a file, a manifest or a style sheet with the other.
 */
export default defineConfig({
  plugins: [memberScreen, reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: 'hidden', emptyOutDir: true },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'packages', test: packages, priority: 1 },
                { name: 'console', test: own, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rolldownOptions: { external: sharedWithServer } } },
  },
})
