import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: '.',
  buildDirectory: '../../build/console',
  ssr: true,
  // As in the portal: every page is known, the browser need not ask for a manifest.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
