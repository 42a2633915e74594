import { beforeEach, describe, expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { ApiError } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { giveUsage, refusalOf } from '#tests/api/data-facts.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { setUpCarrierLine } from '#demo/seed/carrier-set-up.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { rowOf } from '#tests/api/rows.ts'
import { standInFault } from '#tests/api/stand-ins.ts'

const harness = await useHarness()
beforeEach(() => harness.clock.set('2026-11-20T10:00:00+09:00'))

async function carrierLine(lineId: string) {
  const answer = await harness.services.carrier.line(`ref-${lineId}`)
  if (answer.kind !== 'accepted') throw new Error('the carrier did not answer')
  return answer.value
}

describe('回線の名前', () => {
  test('つけた名前で呼ばれ、空にすると元に戻る', async () => {
    const member = await makeMember(harness, { loginId: 'namer' })
    const lineId = member.lineIds[0] ?? ''
    const name = (nickname: string) =>
      member.call(api.lineNicknamePut, { body: { lineId, nickname } })
    expect(await name('  むすめ👧 ')).toMatchObject({ lineId, nickname: 'むすめ👧' })
    expect((await member.call(api.contractGet)).lines[0]?.nickname).toBe('むすめ👧')
    expect(await name('')).toMatchObject({ nickname: '' })
  })

  test('封をする前につけた名前も変わらず見え、次の1時間のうちに封をされる', async () => {
    const member = await makeMember(harness, { loginId: 'early' })
    const lineId = member.lineIds[0] ?? ''
    const row = () => rowOf(harness, 'line', ['nickname', 'nickname_sealed'], { line_id: lineId })
    const shown = async () => (await member.call(api.contractGet)).lines[0]?.nickname
    await harness.database.pool.query(`update line set nickname = 'そぼ' where line_id = $1`, [
      lineId,
    ])
    expect(await shown()).toBe('そぼ')
    await runTasks(harness, 'names of lines sealed', 'names of lines sealed')
    expect(await row()).toEqual({
      nickname: '',
      nickname_sealed: expect.stringMatching(/^k1\.[\w.-]+$/),
    })
    expect(await shown()).toBe('そぼ')
  })

  test('長すぎる名前と、保存できない文字は、その欄に説明を添えて断る', async () => {
    const member = await makeMember(harness, { loginId: 'longname' })
    const lineId = member.lineIds[0] ?? ''
    const name = (nickname: string) =>
      refusalOf(member.call(api.lineNicknamePut, { body: { lineId, nickname } }))
    expect(await name('あ'.repeat(21))).toMatchObject({
      httpStatus: 400,
      fields: { nickname: ['20文字以内で入力してください。'] },
    })
    expect(await name('a\0b')).toMatchObject({
      fields: { nickname: ['使用できない文字が含まれています。入力し直してください。'] },
    })
  })

  test('R3：同じ契約に同時に100回変えても、100回すべてが残る', async () => {
    const member = await makeMember(harness, { loginId: 'busy' })
    const lineId = member.lineIds[0] ?? ''
    // On a machine that is busy the wait for a connection may end in 503: nothing was changed, so it is said again.
    const name = async (nickname: string): Promise<{ nickname: string }> => {
      try {
        return await member.call(api.lineNicknamePut, { body: { lineId, nickname } })
      } catch (error) {
        if (error instanceof ApiError && error.failure?.code === 'UNAVAILABLE')
          return name(nickname)
        throw error
      }
    }
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => name(`名前${n}`)))
    expect(answers.map((answer) => answer.nickname)).toEqual(
      Array.from({ length: 100 }, (_, n) => `名前${n}`),
    )
    const { rows } = await harness.database.pool.query(
      `select version, (select count(*) from audit_entry where chain = $1) as entries
       from line where line_id = $2`,
      [member.contractId, lineId],
    )
    expect(rows[0]).toEqual({ version: 101, entries: 100 })
    expect(await findBrokenAudit(harness.database.db, member.contractId)).toBeUndefined()
  })
})

describe('使っている端末', () => {
  test('回線設備が見た端末を、動作確認の有無とともに示す。返事がなければ前に見たものを示す', async () => {
    const member = await makeMember(harness, { loginId: 'owner' })
    const lineId = member.lineIds[0] ?? ''
    const line = await carrierLine(lineId)
    await setUpCarrierLine(harness.services.config, `ref-${lineId}`, {
      number: line.number,
      kind: line.kind,
      simKind: line.simKind,
      simSize: line.simSize,
      iccid: line.iccid,
      profile: 'idle',
      startedAt: line.startedAt,
      device: { maker: 'Apple', name: 'iPhone 13', imei: '350000000050011' },
    })
    const seen = await member.call(api.statusDeviceGet)
    expect(seen).toMatchObject({
      devices: [
        {
          line: { lineId },
          maker: 'Apple',
          name: 'iPhone 13',
          imeiMasked: '***********0011',
          firstSeenOn: '2026-11-20',
          lastSeenAt: '2026-11-20T10:00:00+09:00',
          confirmed: true,
          esim: true,
          volte: true,
          tethering: true,
        },
      ],
      asOf: '2026-11-20T10:00:00+09:00',
    })
    harness.clock.set('2026-11-20T10:20:00+09:00')
    await standInFault(harness.carrier, { mode: 'down' })
    const device = await member.call(api.statusDeviceGet, { query: { lineId } })
    await standInFault(harness.carrier, { mode: 'off' })
    expect(device).toEqual({ ...seen, asOf: '2026-11-20T10:00:00+09:00' })
    expect(JSON.stringify(device)).not.toContain('35000000')
  })
})

describe('シェアの内訳', () => {
  test('回線ごとの割合は、あわせてちょうど1000‰', async () => {
    const member = await makeMember(harness, {
      loginId: 'suzuki',
      planCode: 20,
      course: 'share',
      lines: [{}, {}, { kind: 'data' }],
    })
    for (const [index, lineId] of member.lineIds.entries())
      await harness.database.pool.query(
        `insert into usage_day (contract_id, line_id, day, high_bytes, low_bytes, as_of)
         values ($1, $2, '2026-11-20', $3, 0, now()), ($1, $2, '2026-11-02', $3, 7, now())`,
        [member.contractId, lineId, [1, 1, 1][index]],
      )
    const group = await member.call(api.statusLineGroupGet)
    expect(group).toMatchObject({
      plan: 20,
      planName: '10GB',
      shared: true,
      maxLines: 3,
      add: { allowed: false, reasonCode: 'LINE_LIMIT_REACHED' },
    })
    expect(group.lines.map((line) => line.sharePerMille)).toEqual([334, 333, 333])
    expect(group.lines.map((line) => line.usedThisMonthBytes)).toEqual([2, 2, 2])
    expect(group.lines.map((line) => line.usedTodayBytes)).toEqual([1, 1, 1])
  })

  test('今月に終了した回線の分も、名前をつけて内訳に入る。使っていない終了回線は並べない', async () => {
    const member = await makeMember(harness, {
      loginId: 'share-left',
      planCode: 20,
      course: 'share',
      lines: [{}, { status: 'ended' }, { status: 'ended' }],
    })
    const [stays = '', left = ''] = member.lineIds
    await giveUsage(harness, { ...member, lineId: stays, day: '2026-11-18', highBytes: 320 })
    await giveUsage(harness, { ...member, lineId: left, day: '2026-11-03', highBytes: 680 })
    const group = await member.call(api.statusLineGroupGet)
    expect(group.lines.map((one) => [one.line.lineId, one.line.status, one.sharePerMille])).toEqual(
      [
        [stays, 'active', 320],
        [left, 'ended', 680],
      ],
    )
    const residual = await member.call(api.highSpeedResidualGet)
    const sum = group.lines.reduce((all, one) => all + one.usedThisMonthBytes, 0)
    expect(sum).toBe(residual.usedThisMonthBytes)
  })

  test('だれも使っていなければ、どの回線も0', async () => {
    const member = await makeMember(harness, { loginId: 'quiet' })
    const group = await member.call(api.statusLineGroupGet)
    expect(group.lines.map((line) => line.sharePerMille)).toEqual([0])
    expect(group).toMatchObject({ shared: false, add: { reasonCode: 'PLAN_NOT_SHAREABLE' } })
  })
})
