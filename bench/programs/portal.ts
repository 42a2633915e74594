// The web server alone, as `npm run serve web` runs it, for a benchmark; everything comes by the environment.
import { startAll } from '#server/main.ts'

const portal = await startAll({
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  port: Number(process.env['PORT']),
  mode: 'web',
  log: () => undefined,
})
process.stdout.write('ready\n')
process.once('SIGTERM', () => void portal.stop().then(() => process.exit(0)))
