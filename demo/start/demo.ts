import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startAll, type Demo } from '#server/main.ts'
import { DEMO_PASSWORD, demoMembers } from '#demo/seed/demo-members.ts'
import { subscribeItoPhone } from '#demo/seed/ito-phone.ts'
import { isUnseeded, refuseForeign, seedDemo } from '#demo/seed/seed-demo.ts'
import { directoryPeople } from '#demo/stand-ins/directory/people.ts'
import { createFaultInjection } from './fault-injection.ts'
import { startStandIns, type InFront } from './start-stand-ins.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

type Setting = {
  /** Where the stand-ins keep their state; `.data/demo` in the checkout if not given. */
  dataFolder?: string
  inFront?: InFront | undefined
}

type DemoOptions = Setting & {
  databaseUrl: string
  port: number
  log: (line: string) => void
  /** Serves the sources instead of the build. */
  development?: boolean
}

/** The whole portal in one process, with stand-ins for the outside and members with a past. */
export function startDemo({ dataFolder, inFront, ...options }: DemoOptions) {
  return startAll({ ...options, mode: 'demo', demo: demoOf({ dataFolder, inFront }) })
}

const demoOf = ({ dataFolder = join(root, '.data', 'demo'), inFront }: Setting): Demo => ({
  members: demoMembers.map(({ loginId, what }) => ({ loginId, password: DEMO_PASSWORD, what })),
  staff: directoryPeople.map(({ loginId, what }) => ({ loginId, password: DEMO_PASSWORD, what })),
  async open({ database, databaseUrl, port, clock, log }) {
    await refuseForeign(database.db)
    const withoutPast = await isUnseeded(database.db)
    const standIns = await startStandIns({
      dataFolder,
      databaseUrl,
      port,
      clock,
      withoutPast,
      inFront,
      log,
    })
    return {
      config: standIns.config,
      console: standIns.console,
      async prepare(services) {
        if (withoutPast) await seedDemo(services, log)
        await subscribeItoPhone(services, withoutPast)
        standIns.goLive()
      },
      onInput: createFaultInjection(Number(process.env['DEMO_DELAY_MS'] ?? 0)),
      stop: standIns.stop,
    }
  },
})
