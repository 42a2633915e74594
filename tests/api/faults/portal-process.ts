import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { environmentOf } from '../../../tools/setup/environment-of.ts'
import type { Harness } from '../harness.ts'

/** The name under which a program's database sessions are known, so that only they are ended. */
export const PROGRAM_SESSIONS = 'fault-portal'

export type Portal = {
  url: string
  /** Ends it as a power cut would. */
  kill: () => Promise<void>
  /** Whether it still runs: a fault must not bring it down. */
  runs: () => boolean
  pid: number
  /** Stands still, with its connections open, until it is let go on. */
  halt: () => void
  goOn: () => void
}

/** Starts the portal as a process of its own on the harness' database, carrier and mail folder. */
export async function startPortal(
  harness: Harness,
  options: { port: number; parts: ('web' | 'worker')[]; databaseUrl?: string },
): Promise<Portal> {
  const { config } = harness.services
  const env = {
    ...process.env,
    ...environmentOf(config),
    PORT: String(options.port),
    PGAPPNAME: PROGRAM_SESSIONS,
    ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
  }
  const program = join(import.meta.dirname, 'portal-program.ts')
  const child = spawn(process.execPath, [program, ...options.parts], { env, stdio: 'pipe' })
  let output = ''
  const ended = once(child, 'close')
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      output += part.toString()
      if (/^ready$/m.test(output)) resolve()
    })
    child.stderr.on('data', (part: Buffer) => (output += part.toString()))
    void ended.then(() => reject(new Error(`the portal ended before it was ready: ${output}`)))
  })
  await ready
  return {
    url: `http://127.0.0.1:${options.port}`,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    runs: () => child.exitCode === null && child.signalCode === null,
    pid: child.pid ?? 0,
    halt: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
  }
}

/** Lets the programs' clock begin at the harness' time. */
export async function setProgramClock({ clock, database }: Harness) {
  const offset_ms = clock.now().epochMilliseconds - Temporal.Now.instant().epochMilliseconds
  await database.db.updateTable('clock_setting').set({ offset_ms }).execute()
}

/** Ends every session of the programs in the database, as an administrator or a failing network would. */
export async function endProgramSessions({ database }: Harness, share = 1): Promise<number> {
  const { rows } = await database.pool.query(
    `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
     where datname = current_database() and starts_with(application_name, $1) and random() < $2`,
    [PROGRAM_SESSIONS, share],
  )
  return Number(rows[0]?.ended)
}
