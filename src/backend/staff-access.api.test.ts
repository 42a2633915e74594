import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { idempotencyKeyHeader } from '#protocol/http.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const { database } = harness
const { db } = database

const setRoles = (staffId: string, roles: string[]) =>
  db
    .updateTable('staff')
    .set({ roles: sql`${roles}::text[]` })
    .where('staff_id', '=', staffId)
    .execute()

const refusals = async (staffId: string) => {
  const rows = await db
    .selectFrom('audit_entry')
    .select('details')
    .where('chain', '=', `staff:${staffId}`)
    .where('action', '=', 'staff-refused')
    .orderBy('position')
    .execute()
  return rows.map(({ details }) => details['code'])
}

/** So many sessions of the database wait for a row that another holds. */
const waiting = (sessions: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows[0]?.n).toBe(sessions)
  }, 10_000)

/** Somebody whose logins are ended, as often as is wanted. */
const target = await harness.staff('kato')
const body = { staffId: target.staffId }

describe('操作の途中で役割やログインがなくなれば、何も起こらない', () => {
  test('役割を失った人の操作は、取り消されて断られる', async () => {
    const sasaki = await harness.staff('sasaki')
    // What was found at the door is no longer so when the change begins.
    const holding = await db.startTransaction().execute()
    await holding
      .updateTable('staff')
      .set({ roles: sql`array['desk']` })
      .where('staff_id', '=', sasaki.staffId)
      .execute()
    const asking = codeOf(sasaki.ask('consoleStaffLoginsEndPost', { body }))
    await waiting(1)
    await holding.commit().execute()
    expect(await asking).toBe('ROLE_MISSING')
    expect(await codeOf(target.ask('consoleMeGet'))).toContain('加藤')
    expect(await refusals(sasaki.staffId)).toEqual(['ROLE_MISSING'])
    await setRoles(sasaki.staffId, ['lead'])
  })

  test('操作が先なら、役割を外すのはそのあとになる', async () => {
    const sasaki = await harness.staff('sasaki')
    const holding = await db.startTransaction().execute()
    // The operation waits for the person it is about.
    await sql`select from staff where staff_id = ${target.staffId} for update`.execute(holding)
    const asking = sasaki.ask('consoleStaffLoginsEndPost', { body })
    await waiting(1)
    let isTaken = false
    const taking = setRoles(sasaki.staffId, ['desk']).then(() => (isTaken = true))
    await waiting(2)
    expect(isTaken).toBe(false)
    await holding.commit().execute()
    expect(await asking).toEqual({ ended: 1 })
    await taking
    expect(isTaken).toBe(true)
    await setRoles(sasaki.staffId, ['lead'])
  })
})

describe('だれが、どの役割で、いつ確かめて行うか', () => {
  test('確認コードが10分より前なら、大切な操作は断る。ふつうのことなので記録しない', async () => {
    const secondFactorAt = harness.clock.now().subtract({ minutes: 11 })
    const sasaki = await harness.staff('sasaki', { secondFactorAt })
    expect(await codeOf(sasaki.ask('consoleStaffLoginsEndPost', { body }))).toBe(
      'SECOND_FACTOR_REQUIRED',
    )
    expect(await codeOf(sasaki.ask('consoleStaffGet'))).toContain('answered')
    expect(await refusals(sasaki.staffId)).not.toContain('SECOND_FACTOR_REQUIRED')
  })

  test('いくつもの役割をもつ人は、できる役割で行ったと残る', async () => {
    const both = await harness.staff('both', { roles: ['desk', 'operations'] })
    await both.ask('consoleStaffLoginsEndPost', { body })
    const last = await db
      .selectFrom('audit_entry')
      .select('details')
      .where('chain', '=', `staff:${target.staffId}`)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(last.details).toMatchObject({ staff: both.staffId, role: 'operations' })
  })

  test('同じ鍵の2度目は、同じ答えで、何もしない。ほかの人の同じ鍵は別のもの', async () => {
    const key = randomUUID()
    const [sasaki, hayashi] = [await harness.staff('sasaki'), await harness.staff('hayashi')]
    const ikeda = await harness.staff('ikeda')
    const end = (by: typeof sasaki) =>
      by.request('/api/console/staff/logins/end', {
        method: 'POST',
        body: JSON.stringify({ staffId: ikeda.staffId }),
        headers: { [idempotencyKeyHeader]: key },
      })
    const answers = [await end(sasaki), await end(sasaki), await end(hayashi)]
    const read = answers.map(async (answer) => [
      (await answer.json()).result.ended,
      answer.headers.get('Idempotent-Replayed'),
    ])
    expect(await Promise.all(read)).toEqual([
      [1, null],
      [1, 'true'],
      [0, null],
    ])
  })

  test('断ったことを書けなければ、答えもしない', async () => {
    const ikeda = await harness.staff('ikeda')
    await sql`create function refuse_all() returns trigger language plpgsql as
      $$ begin raise exception 'no writes' using errcode = 'cannot_connect_now'; end $$`.execute(db)
    await sql`create trigger audit_away before insert on audit_entry for each row execute function refuse_all()`.execute(
      db,
    )
    expect(await codeOf(ikeda.ask('consoleStaffGet'))).toBe('UNAVAILABLE')
    await sql`drop trigger audit_away on audit_entry`.execute(db)
    expect(await codeOf(ikeda.ask('consoleStaffGet'))).toBe('ROLE_MISSING')
  })

  test('2つの画面は同じログインで、片方で終わらせればもう片方も終わる', async () => {
    const fukuda = await harness.staff('fukuda')
    const other = await harness.staff('fukuda')
    const { logins } = await fukuda.ask('consoleMeGet')
    expect(logins.map(({ current }) => current).toSorted()).toEqual([false, true])
    const hayashi = await harness.staff('hayashi')
    await hayashi.ask('consoleStaffLoginsEndPost', { body: { staffId: fukuda.staffId } })
    for (const one of [fukuda, other])
      expect(await codeOf(one.ask('consoleMeGet'))).toBe('NOT_SIGNED_IN')
  })
})
