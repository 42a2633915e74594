/** The channel on which pg-boss' workers of the schema `pgboss` listen for the names of queues with work (its plans.ts). */
const CHANNEL = `'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24)`

type Ask = (text: string, values: unknown[]) => Promise<unknown>

/**
 * Tells the workers of new jobs, in statements of their own. PostgreSQL lets one transaction at a time commit that has
 * something to announce: were it the one that sends the job, every purchase would wait for the commit of the one before, a
 * replica's answer included. One statement is under way at a time, and takes all that came up meanwhile. A worker that does not
 * hear of a job finds it within two seconds.
 */
export function createAnnouncer(ask: Ask) {
  const waiting = new Set<string>()
  let sending: Promise<void> | undefined

  async function send() {
    while (waiting.size > 0) {
      const names = [...waiting]
      waiting.clear()
      const text = `select pg_notify(${CHANNEL}, name) from unnest($1::text[]) as name`
      await ask(text, [names]).catch(() => undefined)
    }
    // Before anything else runs: what is announced from now on starts another run.
    sending = undefined
  }

  return {
    announce(name: string) {
      waiting.add(name)
      sending ??= send()
    },
    stop: async () => sending,
  }
}
