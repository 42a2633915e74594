import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/portal',
  buildDirectory: 'build',
  ssr: true,
  // The routes file is explicit and every page is known: the browser need not ask for a manifest.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
