import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Step } from './migration-file.ts'

/** Nobody waits longer behind a step for a table that it may not have yet; then it lets them by, and asks again. */
const LOCK_TIMEOUT_MS = 500
const PAUSE_MS = 500
/** Some minutes: what holds a table longer is no request. */
const MOST_TRIES = 240

/** A lock that was not given in time, and two that waited for each other: the other one goes on, and the step comes again. */
const comesAgain: readonly unknown[] = ['55P03', '40P01']

/** A part or an index of a large table may take longer than any request. */
const query_timeout = 24 * 3600 * 1000

type Client = Pick<pg.PoolClient, 'query'>

/**
 * Runs the steps of a migration that were not run yet, and `finish` with the last. A migration of one step is one
 * transaction with its note; one of several notes each, so that one that was broken off goes on where it was.
 */
export async function runSteps(
  client: Client,
  { name, steps }: { name: string; steps: readonly Step[] },
  finish: () => Promise<unknown>,
) {
  if (steps.length === 1) {
    const [only] = steps
    if (only) return runStep(client, only, finish)
  }
  await client.query(`create table if not exists schema_migration_step (
    name text, step integer, done_at timestamptz not null default now(), primary key (name, step))`)
  const { rows } = await client.query('select step from schema_migration_step where name = $1', [
    name,
  ])
  const done = new Set(rows.map((row: { step: number }) => row.step))
  for (const [number, step] of steps.entries()) {
    if (done.has(number)) continue
    await runStep(client, step, () =>
      client.query('insert into schema_migration_step (name, step) values ($1, $2)', [
        name,
        number,
      ]),
    )
  }
  await together(client, async () => {
    await client.query('delete from schema_migration_step where name = $1', [name])
    await finish()
  })
}

async function runStep(client: Client, step: Step, note: () => Promise<unknown>) {
  if (step.kind === 'together')
    return together(client, async () => {
      await client.query(timely(step.sql))
      await note()
    })
  if (step.kind === 'alone') await makeIndex(client, step)
  else {
    const { rows } = await client.query(`select (${step.count})::integer as parts`)
    const parts: unknown = rows[0]?.parts
    for (let part = 0; part < Number(parts); part += 1)
      await again(() => client.query({ ...timely(step.sql), values: [part] }))
  }
  await together(client, note)
}

/** A statement that takes as long as it takes. */
export const timely = (text: string) => ({ text, query_timeout })

/** In one transaction, which gives up a lock that it does not get at once. */
const together = (client: Client, work: () => Promise<unknown>) =>
  again(async () => {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await work()
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })

/** Waits for transactions of before as long as they take: nobody waits for it meanwhile. What a broken one left is no index. */
async function makeIndex(client: Client, { sql, index }: { sql: string; index: string }) {
  const { rows } = await client.query(`show lock_timeout`)
  const before: unknown = rows[0]?.lock_timeout
  await client.query('set lock_timeout = 0')
  try {
    await client.query(timely(`drop index concurrently if exists ${index}`))
    await client.query(timely(sql))
  } finally {
    await client.query(`select set_config('lock_timeout', $1, false)`, [before])
  }
}

async function again(work: () => Promise<unknown>) {
  for (let tries = 1; ; tries += 1)
    try {
      await work()
      return
    } catch (error) {
      const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
      if (!comesAgain.includes(code) || tries >= MOST_TRIES) throw error
      await wait(PAUSE_MS)
    }
}
