import { findBrokenLaws } from '#backend/broken-law.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chargeQueued } from '#backend/data/commands/charge-queued.ts'
import { importUsage } from '#backend/data/commands/import-usage.ts'
import { lookAtCalendar } from '#backend/data/commands/look-at-calendar.ts'
import type { UsageRecord } from '#backend/ports/carrier.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { familyDesk } from '#tests/api/families.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { refuseRow } from '#tests/api/refused-rows.ts'
import { rowsOf, setRows } from '#tests/api/rows.ts'
import { runTasksLike } from '#tests/api/tasks.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { familyLaws } from './findings.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
beforeEach(() => harness.clock.set(START))
const { holder, inviteTo, member } = familyDesk(harness, 'family')

async function charge() {
  await lookAtCalendar(harness.services, harness.clock.now())
  await chargeQueued(harness.services, harness.clock.now())
}

/** The carrier's records of these hours, imported and charged. */
async function take(records: readonly UsageRecord[]) {
  await harness.database.db.deleteFrom('import_cursor').execute()
  const carrier = feedOf(harness.services.carrier, records)
  await importUsage({ ...harness.services, carrier }, harness.clock.now())
  await charge()
}

const brokenLaws = async () => {
  const broken = await findBrokenLaws(harness.database.db, familyLaws(harness.clock.now()))
  return broken.map(({ law, what, found }) => [law, what, found])
}
afterEach(async () => {
  expect(await brokenLaws()).toEqual([])
})

const endOver = () => runTasksLike(harness, /family roles ended/)

describe('家族を招く', () => {
  test('招いた人のログインで承諾すると、自分の回線の残りだけが見え、契約者と本人の両方に知らせが届く', async () => {
    const owner = await holder()
    const line = owner.lineIds[2] ?? ''
    const ren = await member(owner, 'lineUser', line)
    const seen = await ren.call(api.familyLinesGet)
    expect([
      seen.role,
      seen.shared,
      seen.lines.map(({ highSpeed }) => highSpeed.line.lineId),
    ]).toEqual(['lineUser', true, [line]])
    const { roles } = await owner.call(api.familyGet)
    expect(roles.map(({ role, name, state }) => [role, name, state])).toEqual([
      ['lineUser', '蓮', 'active'],
    ])
    expect(await noticeTitles(harness, owner.accountId)).toEqual([
      'ご家族が招待を承諾しました',
      'ご家族を招く準備ができました',
    ])
    expect(await noticeTitles(harness, ren.accountId)).toEqual([
      'ご家族の契約のマイページを使えます',
    ])
  })

  test('同じ招待は一度だけ。2人目と、契約者本人と、期限の切れたあとの人は承諾できない', async () => {
    const owner = await holder()
    const first = await inviteTo(owner, 'manager')
    const accept = (call: typeof owner.call, secret: string) =>
      codeOf(call(api.familyAcceptPost, { body: { secret } }))
    expect(await accept(owner.call, first.secret)).toBe('FAMILY_OWN_CONTRACT')
    const [one, two] = [await harness.signIn('family-one'), await harness.signIn('family-two')]
    const both = await Promise.all([accept(one.call, first.secret), accept(two.call, first.secret)])
    expect(both.filter((code) => code === 'FAMILY_INVITATION_OVER')).toHaveLength(1)
    const late = await inviteTo(owner, 'manager')
    harness.clock.set('2026-11-27T10:00:00+09:00')
    const three = await harness.signIn('family-three')
    expect(await accept(three.call, late.secret)).toBe('FAMILY_INVITATION_OVER')
    expect(await accept(three.call, 'x'.repeat(43))).toBe('FAMILY_INVITATION_OVER')
  })

  test('回線を使う人は1回線に1人、まとめ役は3人まで', async () => {
    const owner = await holder()
    const lineId = owner.lineIds[0] ?? ''
    await inviteTo(owner, 'lineUser', lineId)
    expect(await codeOf(inviteTo(owner, 'lineUser', lineId))).toBe('FAMILY_LINE_TAKEN')
    for (let n = 0; n < 3; n += 1) await inviteTo(owner, 'manager')
    expect(await codeOf(inviteTo(owner, 'manager'))).toBe('FAMILY_MANAGERS_FULL')
  })

  test('期限の切れた招待は場所をふさがず、次の1時間のうちに期限切れと記録される', async () => {
    const owner = await holder()
    const lineId = owner.lineIds[0] ?? ''
    await inviteTo(owner, 'lineUser', lineId)
    harness.clock.set('2026-11-27T10:00:00+09:00')
    const again = { ...owner, ...(await harness.signIn('family-holder-again')) }
    await endOver()
    const states = await rowsOf(harness, 'family_role', ['state'], {
      contract_id: owner.contractId,
    })
    expect([again.contractId, states.map(({ state }) => state)]).toEqual([
      owner.contractId,
      ['expired'],
    ])
  })

  test('ほかの人の契約の役割も、ほかの人の回線への招待も、ないものと同じに断られる', async () => {
    const [owner, stranger] = [await holder(), await holder()]
    const { roleId } = await inviteTo(owner, 'manager')
    expect(await codeOf(stranger.call(api.familyRoleDelete, { query: { roleId } }))).toBe(
      'NOT_FOUND',
    )
    expect(await codeOf(inviteTo(stranger, 'lineUser', owner.lineIds[0]))).toBe('NOT_FOUND')
    expect(await codeOf(stranger.call(api.familyPlaceDelete, { query: { roleId } }))).toBe(
      'FAMILY_ROLE_OVER',
    )
    expect(await codeOf(stranger.call(api.familyPlacePut, { body: { roleId } }))).toBe(
      'FAMILY_ROLE_OVER',
    )
  })
})

describe('役割が終わる', () => {
  test('契約者が終えると、そのときから、開いたままの画面でも何も見えない', async () => {
    const owner = await holder()
    const person = await member(owner, 'manager')
    expect((await person.call(api.highSpeedResidualGet)).shared).toBe(true)
    await owner.call(api.familyRoleDelete, { query: { roleId: person.roleId } })
    expect(await codeOf(person.call(api.highSpeedResidualGet))).toBe('ACCESS_DENIED')
    expect((await person.call(api.familyPlacesGet)).places).toEqual([])
    expect(
      await codeOf(owner.call(api.familyRoleDelete, { query: { roleId: person.roleId } })),
    ).toBe('FAMILY_ROLE_OVER')
  })

  test('本人がやめると、契約者に知らせが届き、自分の契約に戻る', async () => {
    const owner = await holder()
    const person = await member(owner, 'manager')
    const left = await person.call(api.familyPlaceDelete, { query: { roleId: person.roleId } })
    expect(left).toEqual({ hasOwn: false, places: [] })
    expect(await noticeTitles(harness, owner.accountId)).toContain('ご家族の役割が終わりました')
  })

  test.each([
    ['回線の解約', 'line', { status: 'ended' }],
    ['契約の終わり', 'contract', { status: 'terminated' }],
  ] as const)(
    '%sと同時に何も見えなくなり、次の1時間のうちに終了と記録される',
    async (_, table, change) => {
      const owner = await holder(2)
      const lineId = owner.lineIds[1] ?? ''
      const person = await member(owner, 'lineUser', lineId)
      const { db } = harness.database
      if (table === 'line')
        await db.updateTable('line').set(change).where('line_id', '=', lineId).execute()
      else
        await db
          .updateTable('contract')
          .set(change)
          .where('contract_id', '=', owner.contractId)
          .execute()
      expect(await codeOf(person.call(api.familyLinesGet))).toBe('ACCESS_DENIED')
      // The holder's list says so at once too.
      const { roles } = await owner.call(api.familyGet)
      expect(roles.map(({ state }) => state)).toEqual(['ended'])
      await endOver()
      const rows = await rowsOf(harness, 'family_role', ['state'], { role_id: person.roleId })
      expect(rows).toEqual([{ state: 'ended' }])
    },
  )

  test('契約者が承継で替わると、前の契約者が招いた人の役割は終わる', async () => {
    const owner = await holder()
    const person = await member(owner, 'manager')
    const heir = await harness.signIn('family-heir')
    await harness.database.db
      .updateTable('contract')
      .set({ account_id: heir.accountId })
      .where('contract_id', '=', owner.contractId)
      .execute()
    expect(await codeOf(person.call(api.highSpeedResidualGet))).toBe('ACCESS_DENIED')
    await endOver()
    const rows = await rowsOf(harness, 'family_role', ['state'], { role_id: person.roleId })
    expect(rows).toEqual([{ state: 'ended' }])
  })
})

describe('終わったことの記録', () => {
  test('1件が記録できなくても、ほかの役割は終わり、記録できない1件は次の1時間に終わる', async () => {
    const [stuck, other] = [await holder(2), await holder(2)]
    const people = []
    for (const owner of [stuck, other]) {
      const lineId = owner.lineIds[1] ?? ''
      people.push(await member(owner, 'lineUser', lineId))
      await setRows(
        harness,
        'line',
        { status: 'ended', ends_on: tokyoDate('2026-11-10') },
        { line_id: lineId },
      )
    }
    const [first = '', second = ''] = people.map(({ roleId }) => roleId)
    expect((await brokenLaws()).toSorted()).toEqual(
      [first, second]
        .map((roleId) => [
          'a role ends with its contract, its line and its holder',
          roleId,
          'active, line ended',
        ])
        .toSorted(),
    )
    const mend = await refuseRow(harness.database, 'family_role', ['role_id', first])
    await endOver()
    const stateOf = async (roleId: string) =>
      rowsOf(harness, 'family_role', ['state'], { role_id: roleId })
    expect([await stateOf(first), await stateOf(second)]).toEqual([
      [{ state: 'active' }],
      [{ state: 'ended' }],
    ])
    const said = harness.logLines.filter((line) => line.includes('family role not ended'))
    expect([said.length, said[0]?.includes(first)]).toEqual([1, true])
    await mend()
    await endOver()
    expect(await stateOf(first)).toEqual([{ state: 'ended' }])
  })

  test('契約者が自分の契約に役割を持っていたら、法則が見つける', async () => {
    const owner = await holder(2)
    const { roleId, accountId } = await member(owner, 'manager')
    await setRows(harness, 'family_role', { account_id: owner.accountId }, { role_id: roleId })
    expect(await brokenLaws()).toEqual([
      ['nobody has a role at a contract of their own', roleId, 'of the holder'],
    ])
    await setRows(harness, 'family_role', { account_id: accountId }, { role_id: roleId })
  })
})

describe('ログインしたときの居場所', () => {
  test('自分の契約がなく役割が1つの人は、その契約に入る。2つある人と、自分の契約がある人は、自分で選ぶ', async () => {
    const owner = await holder()
    const [first = '', second = ''] = owner.lineIds
    const ren = await member(owner, 'lineUser', first)
    const again = await harness.signIn(ren.loginId)
    expect((await again.call(api.familyLinesGet)).lines[0]?.highSpeed.line.lineId).toBe(first)
    const { secret } = await inviteTo(owner, 'lineUser', second)
    await again.call(api.familyAcceptPost, { body: { secret } })
    const third = await harness.signIn(ren.loginId)
    const { roleId, places } = await third.call(api.familyPlacesGet)
    expect([roleId, places.length]).toEqual([undefined, 2])
    const other = await holder()
    const asUser = await inviteTo(owner, 'lineUser', owner.lineIds[2])
    await other.call(api.familyAcceptPost, { body: { secret: asUser.secret } })
    const own = await harness.signIn(other.loginId)
    expect((await own.call(api.familyPlacesGet)).roleId).toBeUndefined()
  })
})

describe('まとめ役のしたことは、契約者の記録に残る', () => {
  test('切り替えた人の役割が書かれ、契約者への知らせは契約者に届く', async () => {
    const owner = await holder()
    const person = await member(owner, 'manager')
    const lineId = owner.lineIds[0] ?? ''
    await person.call(api.highSpeedStatusPut, { body: { lineId, on: false } })
    const entries = await rowsOf(
      harness,
      'audit_entry',
      ['action', 'actor', 'account_id', 'details'],
      {
        chain: owner.contractId,
        action: 'high-speed-turned-off',
      },
    )
    expect(entries).toMatchObject([
      { actor: 'member', account_id: owner.accountId, details: { familyRole: person.roleId } },
    ])
  })
})

describe('回線を使う人の通信の秘密', () => {
  const range = { from: '2026-11-01', to: '2026-11-20' }

  test('使う人がいる間、契約者には通話の相手も時間ごとの記録も見えない。量は見える', async () => {
    const owner = await holder()
    const lineId = owner.lineIds[0] ?? ''
    const asked = { query: { lineId, ...range } }
    expect((await owner.call(api.callLogGet, asked)).rows).toEqual([])
    const person = await member(owner, 'lineUser', lineId)
    expect(await codeOf(owner.call(api.callLogGet, asked))).toBe('FAMILY_LINE_SECRET')
    expect(await codeOf(owner.call(api.packetLogGet, asked))).toBe('FAMILY_LINE_SECRET')
    const usage = await owner.call(api.statusUsageGet, { query: { lineId } })
    expect(usage.lines.map(({ line }) => line.lineId)).toEqual([lineId])
    await owner.call(api.familyRoleDelete, { query: { roleId: person.roleId } })
    expect((await owner.call(api.callLogGet, asked)).rows).toEqual([])
  })

  test('使う人は自分の回線の量を、日ごと・月ごとに見られる。まえに使っていた人の日と、家族に付いた量は見えない', async () => {
    const owner = await holder(2)
    const [own = '', used = ''] = owner.lineIds
    await charge()
    const before = await member(owner, 'lineUser', used)
    harness.clock.set('2026-11-20T14:00:00+09:00')
    await take([
      hourOf(`ref-${own}`, '2026-11-20T12', 7),
      hourOf(`ref-${used}`, '2026-11-20T12', 13),
    ])
    const seenBy = async (call: typeof owner.call) => {
      const { days, months, lines } = await call(api.statusUsageGet, { query: { lineId: used } })
      return [
        lines.map(({ line }) => line.lineId),
        days.map(({ date, highSpeedBytes }) => [date, highSpeedBytes]).slice(-2),
        months.map((one) => [one.month, one.highSpeedBytes, one.grantedBytes]).slice(-1),
      ]
    }
    const { call: renewed } = await harness.signIn(before.loginId)
    expect(await seenBy(renewed)).toEqual([
      [used],
      [
        ['2026-11-19', 0],
        ['2026-11-20', 13_000_000],
      ],
      [['2026-11', 13_000_000, 0]],
    ])
    await renewed(api.familyPlaceDelete, { query: { roleId: before.roleId } })
    harness.clock.set('2026-12-01T10:00:00+09:00')
    const again = { ...owner, ...(await harness.signIn(owner.loginId)) }
    const after = await member(again, 'lineUser', used)
    harness.clock.set('2026-12-02T10:00:00+09:00')
    const { days } = await (
      await harness.signIn(after.loginId)
    ).call(api.statusUsageGet, {
      query: { lineId: used },
    })
    expect([days[0]?.date, days.length]).toEqual(['2026-11-20', 13])
  })

  test('使う人の1時間ごとの利用は、承諾のあとの分だけが、記録の一覧にも持ち出しの明細にも出ない', async () => {
    const owner = await holder(2)
    const [own = '', used = ''] = owner.lineIds
    await charge()
    const person = await member(owner, 'lineUser', used)
    harness.clock.set('2026-11-20T14:00:00+09:00')
    await take([
      hourOf(`ref-${own}`, '2026-11-20T12', 7),
      hourOf(`ref-${used}`, '2026-11-20T09', 11),
      hourOf(`ref-${used}`, '2026-11-20T12', 13),
    ])
    const { call } = await harness.signIn(owner.loginId)
    const { rows, leavesOutUsers } = await call(api.highSpeedHistoryGet, { query: {} })
    const uses = rows.flatMap(({ kind, bytes, line }) =>
      kind === 'use' ? [[line?.lineId, bytes]] : [],
    )
    expect([leavesOutUsers, uses]).toEqual([
      true,
      [
        [own, -7_000_000],
        [used, -11_000_000],
      ],
    ])
    await call(api.familyRoleDelete, { query: { roleId: person.roleId } })
    const asked = { query: { lineId: used, from: '2026-11-20', to: '2026-11-20' } }
    const log = await call(api.packetLogGet, asked)
    expect([log.rows.map(({ highSpeedBytes }) => highSpeedBytes), log.totalHighSpeedBytes]).toEqual(
      [[11_000_000], 24_000_000],
    )
  })
})
