import { describe, expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness()

const chainOf = (staffId: string) =>
  harness.database.db
    .selectFrom('audit_entry')
    .select(['action', 'target', 'actor', 'details'])
    .where('chain', '=', `staff:${staffId}`)
    .orderBy('position')
    .execute()

describe('スタッフのログイン', () => {
  test('自分の名前と役割、ログインがいつまで有効かを読める', async () => {
    const fukuda = await harness.staff('fukuda')
    const me = await fukuda.ask('consoleMeGet')
    expect(me).toMatchObject({
      staffId: fukuda.staffId,
      name: '福田 健',
      roles: ['procedures'],
      rolesAreStale: false,
      until: '2026-11-20T20:00:00+09:00',
      idleMinutes: 20,
      secondFactorUntil: '2026-11-20T10:10:00+09:00',
    })
    expect(me.logins).toMatchObject([{ current: true, at: '2026-11-20T10:00:00+09:00' }])
  })

  test('役割にない操作は断り、断ったことを本人の記録に残す', async () => {
    const ikeda = await harness.staff('ikeda')
    expect(await codeOf(ikeda.ask('consoleStaffGet'))).toBe('ROLE_MISSING')
    expect(await chainOf(ikeda.staffId)).toMatchObject([
      { action: 'staff-signed-in', actor: 'staff' },
      {
        action: 'staff-refused',
        target: 'consoleStaffGet',
        details: {
          staff: ikeda.staffId,
          act: 'staffLogin.end',
          code: 'ROLE_MISSING',
          roles: ['billing'],
        },
      },
    ])
    expect(await findBrokenAudit(harness.database.db, `staff:${ikeda.staffId}`)).toBeUndefined()
  })

  test('責任者は、ほかの人のログインをすぐに終わらせられる', async () => {
    const kato = await harness.staff('kato')
    const sasaki = await harness.staff('sasaki')
    const body = { staffId: kato.staffId }
    expect(await sasaki.ask('consoleStaffLoginsEndPost', { body })).toEqual({ ended: 1 })
    expect(await codeOf(kato.ask('consoleMeGet'))).toBe('NOT_SIGNED_IN')
    expect(await chainOf(kato.staffId)).toMatchObject([
      {},
      { action: 'staff-logins-ended', details: { staff: sasaki.staffId, role: 'lead', ended: 1 } },
    ])
  })

  test('20分使わなければ終わる', async () => {
    const hayashi = await harness.staff('hayashi')
    harness.clock.set('2026-11-20T10:19:59+09:00')
    await hayashi.ask('consoleMeGet')
    harness.clock.set('2026-11-20T10:39:59+09:00')
    expect(await codeOf(hayashi.ask('consoleMeGet'))).toBe('NOT_SIGNED_IN')
    harness.clock.set('2026-11-20T10:00:00+09:00')
  })
})
