import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import type { Db } from '#backend/db/connect.ts'
import { quarterNamed } from '#domain/outage/quarter.ts'
import { profileAad } from '#backend/holder.ts'
import { makeMember } from '#tests/api/members.ts'
import { operatorCommand } from '#tests/api/operator-command.ts'
import { addRow } from '#tests/api/rows.ts'
import { notifyOutageJob } from './commands/notify-outage.ts'
import {
  closeOutage,
  openOutage,
  recordFirstReport,
  updateOutage,
  type NewOutage,
} from './commands/operate-board.ts'
import { readAccident } from './queries/accident.ts'
import { readQuarter } from './queries/quarter.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')

describe('サービスの稼働状況', () => {
  test('何もなければ、どのサービスも正常', async () => {
    const status = await harness.visitor(api.serviceStatusGet)
    expect(status.services).toHaveLength(7)
    expect(new Set(status.services.map(({ state }) => state))).toEqual(new Set(['normal']))
    expect(status.incidents).toEqual([])
  })

  test('予定・発生中・解消を時刻から答え、発生中のものだけがサービスの状態を変える', async () => {
    const at = (text: string) => Temporal.Instant.from(`${text}+09:00`)
    const row = (outage_id: string, begins: string, ends: string | null) => ({
      outage_id,
      kind: 'outage' as const,
      severity: 'degraded' as const,
      services: ['data' as const, 'sms' as const],
      title: '通信がつながりにくい状態',
      opened_at: at(begins),
      begins_at: at(begins),
      ends_at: ends === null ? null : at(ends),
    })
    await harness.database.db
      .insertInto('outage')
      .values([
        row('past', '2026-11-10T00:00', '2026-11-10T03:00'),
        row('long-ago', '2026-09-10T00:00', '2026-09-10T03:00'),
        row('now', '2026-11-20T09:00', null),
        { ...row('planned', '2026-11-25T01:00', '2026-11-25T05:00'), kind: 'maintenance' },
      ])
      .execute()
    await addRow(harness, 'outage_update', {
      outage_id: 'now',
      at: at('2026-11-20T09:30'),
      message: '復旧を進めています。',
    })
    const { services, incidents } = await harness.visitor(api.serviceStatusGet)
    expect(incidents.map(({ incidentId, state }) => [incidentId, state])).toEqual([
      ['planned', 'planned'],
      ['now', 'ongoing'],
      ['past', 'resolved'],
    ])
    const stateOf = (key: string) => services.find(({ serviceKey }) => serviceKey === key)
    expect(stateOf('data')).toMatchObject({
      state: 'degraded',
      message: '復旧を進めています。',
      since: '2026-11-20T09:00:00+09:00',
    })
    expect(stateOf('voice')?.state).toBe('normal')
    await harness.database.pool.query('truncate outage, outage_update')
  })
})

describe('障害・メンテナンスを、運営が入力する', () => {
  const now = () => harness.clock.now()
  const inTokyo = (text: string) => Temporal.Instant.from(`${text}+09:00`)
  const act = <Result>(run: (tx: Db) => Promise<Result>) =>
    harness.database.db.transaction().execute(run)
  const voiceDown: NewOutage = {
    kind: 'outage',
    severity: 'outage',
    services: ['voice'],
    areas: [],
    title: '通話がつながらない状態',
    beginsAt: inTokyo('2026-11-20T09:50'),
    until: inTokyo('2026-11-20T13:00'),
    message: '携帯電話事業者の設備の不具合で、通話ができません。',
  }
  const { services } = harness
  const open = (changes: Partial<NewOutage> = {}) =>
    act((tx) => openOutage(tx, services, { now: now() }, { ...voiceDown, ...changes }))
  const update = (changes: Parameters<typeof updateOutage>[3]) =>
    act((tx) => updateOutage(tx, services, { now: now() }, changes))
  const close = (outageId: string, message: string, at = now()) =>
    act((tx) => closeOutage(tx, services, { now: now() }, { outageId, message, at }))
  const titlesOf = async (member: { call: Awaited<ReturnType<typeof makeMember>>['call'] }) =>
    (await member.call(api.noticesGet)).rows.map(({ title }) => title)
  const onBoard = async (id: string) =>
    (await harness.visitor(api.serviceStatusGet)).incidents.find(
      ({ incidentId }) => incidentId === id,
    )

  test('入力した障害は、関わる回線の人にだけ1回届き、終わると同じ人に届く', async () => {
    harness.clock.set('2026-11-20T10:00:00+09:00')
    const voice = await makeMember(harness, { loginId: 'voice-user' })
    const data = await makeMember(harness, { loginId: 'data-user', lines: [{ kind: 'data' }] })
    const id = await open()
    expect(await onBoard(id)).toMatchObject({
      state: 'ongoing',
      severity: 'outage',
      expectedEnd: '2026-11-20T13:00:00+09:00',
      updates: [{ at: '2026-11-20T10:00:00+09:00', message: voiceDown.message }],
    })
    await harness.drain()
    await act((tx) =>
      harness.services.queue.send(tx, notifyOutageJob, { outageId: id, occasion: 'opened' }),
    )
    await harness.drain()
    expect(await titlesOf(voice)).toEqual(['通話がつながらない状態'])
    expect(await titlesOf(data)).toEqual([])
    const mine = await voice.call(api.outageConcerningGet)
    expect(mine.incidents.map(({ incidentId }) => incidentId)).toEqual([id])
    expect((await data.call(api.outageConcerningGet)).incidents).toEqual([])

    harness.clock.set('2026-11-20T10:20:00+09:00')
    await close(id, '通話ができるようになりました。', inTokyo('2026-11-20T10:15'))
    await harness.drain()
    expect(await titlesOf(voice)).toEqual([
      '【復旧しました】通話がつながらない状態',
      '通話がつながらない状態',
    ])
    expect(await titlesOf(data)).toEqual([])
    expect(await onBoard(id)).toMatchObject({ state: 'resolved', to: '2026-11-20T10:15:00+09:00' })
    expect((await voice.call(api.outageConcerningGet)).incidents).toEqual([])
  })

  test('地域のある障害は、その都道府県にお住まいの人と、住所の分からない人に届く', async () => {
    harness.clock.set('2026-11-20T14:00:00+09:00')
    const somewhere = await makeMember(harness, { loginId: 'resident' })
    const region = (name: string) =>
      harness.database.db
        .updateTable('account')
        .set({
          profile_sealed: harness.services.sealing.seal(
            profileAad(somewhere.accountId),
            JSON.stringify({ email: 'r@example.jp', region: name }),
          ),
        })
        .where('account_id', '=', somewhere.accountId)
        .execute()
    await region('大阪府')
    const id = await open({ areas: ['東京都', '神奈川県'], services: ['data'] })
    expect((await somewhere.call(api.outageConcerningGet)).incidents).toEqual([])
    await region('東京都')
    expect((await somewhere.call(api.outageConcerningGet)).incidents).toMatchObject([
      { incidentId: id, areas: ['東京都', '神奈川県'] },
    ])
    await region('')
    expect((await somewhere.call(api.outageConcerningGet)).incidents).toHaveLength(1)
    harness.clock.set('2026-11-20T14:10:00+09:00')
    await close(id, '直りました。')
  })

  test('始まる前に終えた工事は「中止」になり、終わったものには書き足せない', async () => {
    harness.clock.set('2026-11-20T15:00:00+09:00')
    const id = await open({
      kind: 'maintenance',
      services: ['mypage'],
      beginsAt: inTokyo('2026-11-22T01:00'),
      until: inTokyo('2026-11-22T05:00'),
    })
    expect(await onBoard(id)).toMatchObject({ state: 'planned', to: '2026-11-22T05:00:00+09:00' })
    harness.clock.set('2026-11-20T15:10:00+09:00')
    await update({
      outageId: id,
      message: '30分延ばします。',
      until: inTokyo('2026-11-22T05:30'),
    })
    expect(await onBoard(id)).toMatchObject({ to: '2026-11-22T05:30:00+09:00' })
    harness.clock.set('2026-11-20T16:00:00+09:00')
    await close(id, '中止します。')
    expect((await onBoard(id))?.state).toBe('cancelled')
    await expect(update({ outageId: id, message: 'x' })).rejects.toThrow(
      `${id} is over (cancelled): open a new one`,
    )
  })

  test('緊急通報への影響と、いつからか、ほかに使えるものが、書き込みのたびに変わり、終われば元に戻ったと言う', async () => {
    harness.clock.set('2026-11-21T10:00:00+09:00')
    const beginsAt = inTokyo('2026-11-21T09:50')
    const id = await open({ beginsAt, until: undefined })
    const said = async () => {
      const { emergencyCalls, otherWays } = (await onBoard(id)) ?? {}
      return [emergencyCalls, otherWays]
    }
    expect(await said()).toEqual([{ state: 'unknown' }, []])
    harness.clock.set('2026-11-21T10:10:00+09:00')
    await update({
      outageId: id,
      message: '緊急通報もつながりません。',
      emergencyCalls: 'stopped',
      emergencySince: beginsAt,
      otherWays: ['landline', 'publicPhone'],
    })
    const stopped = { state: 'stopped', since: '2026-11-21T09:50:00+09:00' }
    expect(await said()).toEqual([stopped, ['landline', 'publicPhone']])
    harness.clock.set('2026-11-21T10:20:00+09:00')
    await update({ outageId: id, message: '作業を続けています。', otherWays: ['roaming'] })
    expect(await said()).toEqual([stopped, ['roaming']])
    harness.clock.set('2026-11-21T11:00:00+09:00')
    await close(id, '直りました。', inTokyo('2026-11-21T10:50'))
    expect(await said()).toEqual([
      { state: 'restored', since: '2026-11-21T10:50:00+09:00' },
      ['roaming'],
    ])
  })

  test('回線に関わらない障害は、緊急通報に影響がないと言う', async () => {
    harness.clock.set('2026-11-21T12:00:00+09:00')
    const id = await open({
      services: ['mypage', 'payment'],
      beginsAt: now(),
      until: undefined,
    })
    expect((await onBoard(id))?.emergencyCalls).toEqual({ state: 'unaffected' })
    harness.clock.set('2026-11-21T12:10:00+09:00')
    await close(id, '直りました。')
    expect((await onBoard(id))?.emergencyCalls).toEqual({ state: 'unaffected' })
  })

  test('事故の報告のための数は、いまの回線で数え、終わったあとは増えない。報告した時刻は残る', async () => {
    harness.clock.set('2026-11-22T10:00:00+09:00')
    const id = await open({ beginsAt: now(), until: undefined })
    const { db } = harness.database
    const voiceLines = await db
      .selectFrom('line')
      .select((line) => line.fn.countAll<number>().as('count'))
      .where('kind', '=', 'voice')
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow()
    const lines = voiceLines.count
    expect(lines).toBeGreaterThan(0)
    const at = inTokyo('2026-11-22T10:40')
    harness.clock.set('2026-11-22T11:00:00+09:00')
    await close(id, '直りました。', at)
    harness.clock.set('2026-11-22T15:00:00+09:00')
    const read = () => readAccident(db, services, id, now())
    expect((await read())?.figures).toEqual({
      lines,
      minutes: 40,
      lineHours: Math.round((lines * 40) / 60),
      thresholds: [],
    })
    const report = (reportedAt: Temporal.Instant) =>
      act((tx) => recordFirstReport(tx, { now: now() }, { outageId: id, at: reportedAt }))
    await expect(report(inTokyo('2026-11-22T09:59'))).rejects.toThrow('between its begin and now')
    await expect(report(inTokyo('2026-11-22T15:01'))).rejects.toThrow('between its begin and now')
    await report(at)
    expect((await read())?.outage.first_reported_at).toEqual(at)
    expect(await readAccident(db, services, 'out_none', now())).toBeUndefined()
  })

  test('npm run outage は、緊急通報について言わなければ受け付けず、言えば板に載せ、報告の数を印刷する', async () => {
    harness.clock.set('2026-11-23T10:00:00+09:00')
    const words = ['open', '--kind', 'outage', '--severity', 'outage', '--services', 'voice']
    const said = ['--title', '通話がつながりません', '--message', '調べています。']
    await expect(
      operatorCommand(harness, 'outage', ...words, ...said, '--who', '監視'),
    ).rejects.toThrow('Say --emergency')
    // The command's clock runs on while it works.
    const at = ['--from', '2026-11-23T10:00']
    const who = ['--who', '監視 みどり']
    const emergency = [...at, '--emergency', 'stopped', '--instead', 'landline,wifi', ...who]
    const [line = ''] = await operatorCommand(harness, 'outage', ...words, ...said, ...emergency)
    const [id = ''] = line.split('  ')
    expect(await onBoard(id)).toMatchObject({
      emergencyCalls: { state: 'stopped', since: '2026-11-23T10:00:00+09:00' },
      otherWays: ['landline', 'wifi'],
    })
    harness.clock.set('2026-11-23T10:30:00+09:00')
    await operatorCommand(harness, 'outage', 'reported', id, '--at', '2026-11-23T10:30', ...who)
    const report = await operatorCommand(harness, 'outage', 'report', id)
    expect(report.slice(1)).toEqual([
      expect.stringMatching(/^\d+ lines × 30 minutes = \d+ line hours$/),
      'first words to members after 0 minutes (within 30)',
      'too few lines for a grave accident',
      'first report: made 2026-11-23T10:30:00+09:00',
      'report in detail: due 2026-12-23',
    ])
  })

  test('四半期の報告は、その四半期に始まった事故だけを、回線×時間と報告に入る理由とともに数える', async () => {
    const quarter = quarterNamed('2027-Q1') ?? { from: now(), to: now() }
    const { db } = harness.database
    const at = (time: string) => harness.clock.set(`2027-01-${time}:00+09:00`)
    at('10T09:00')
    const long = await open({ beginsAt: now(), services: ['data'], until: undefined })
    at('10T11:30')
    await close(long, '直りました。', now())
    const short = await open({ beginsAt: now(), services: ['voice'], until: undefined })
    const upkeep = { kind: 'maintenance', until: now().add({ hours: 9 }) } as const
    await open({ beginsAt: now(), services: ['data'], ...upkeep })
    at('10T12:00')
    await close(short, '直りました。', now())
    const found = await readQuarter(db, services, quarter, now())
    expect(
      found.map(({ outage, figures, grounds }) => [outage.outage_id, figures.minutes, grounds]),
    ).toEqual([
      [long, 150, ['hours']],
      [short, 30, []],
    ])
    const before = { from: quarter.from.subtract({ hours: 24 * 90 }), to: quarter.from }
    const ids = (await readQuarter(db, services, before, now())).map(
      ({ outage }) => outage.outage_id,
    )
    expect(ids).not.toContain(long)
    const lines = await operatorCommand(harness, 'outage', 'quarter', '2027-Q1')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('2時間以上')
    expect(lines[2]).toMatch(/^2 accidents, \d+ line hours together; 1 to be reported$/)
    await expect(operatorCommand(harness, 'outage', 'quarter', '2027-1')).rejects.toThrow(
      'is no quarter',
    )
  })

  test.each<[string, Partial<NewOutage>]>([
    ['It cannot end before it begins', { until: inTokyo('2026-11-20T09:00') }],
    ['「江戸」 is no prefecture', { areas: ['江戸'] }],
    ['Maintenance has a planned end', { kind: 'maintenance', until: undefined }],
    ['Say what happened', { message: ' ' }],
    ['Name the services', { services: [] }],
  ])('おかしな入力は断られる：%s', async (words, changes) => {
    await expect(open(changes)).rejects.toThrow(words)
  })
})
