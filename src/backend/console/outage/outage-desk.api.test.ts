import { expect, test } from 'vitest'
import type { consoleApi } from '#protocol/console/index.ts'
import type { CallInput } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { codeOf } from '#tests/api/refusals.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')

type NewOutage = CallInput<typeof consoleApi.consoleOutageOpenPost>['body']

const voiceDown: NewOutage = {
  kind: 'outage',
  severity: 'outage',
  services: ['voice'],
  areas: ['東京都'],
  title: '東京都で通話ができません',
  beginsAt: '2026-11-20T09:40:00+09:00',
  message: '原因を調べています。',
  emergencyCalls: 'stopped',
  otherWays: ['landline', 'wifi'],
}

test('掲載した障害は会員が読むとおりに見え、最初の知らせと報告の期限がつく。終わりまで進め、誰が載せたかが残る', async () => {
  const yoshida = await harness.staff('yoshida')
  const opened = await yoshida.ask('consoleOutageOpenPost', { body: voiceDown })
  expect(opened.clocks).toEqual([
    {
      report: 'firstWords',
      dueAt: '2026-11-20T10:10:00+09:00',
      state: 'met',
      metAt: '2026-11-20T10:00:00+09:00',
    },
    { report: 'firstReport', dueAt: '2026-11-20T10:10:00+09:00', state: 'open' },
  ])
  const { incidentId } = opened.entry
  const { incidents } = await harness.visitor(api.serviceStatusGet)
  expect(incidents).toEqual([opened.entry])

  harness.clock.set('2026-11-20T10:16:00+09:00')
  const reported = await yoshida.ask('consoleOutageReportedPost', {
    body: { incidentId, at: '2026-11-20T10:15:00+09:00' },
  })
  expect(reported.clocks.slice(1)).toEqual([
    {
      report: 'firstReport',
      dueAt: '2026-11-20T10:10:00+09:00',
      state: 'late',
      metAt: '2026-11-20T10:15:00+09:00',
    },
    { report: 'detail', dueAt: '2026-12-20T10:15:00+09:00', state: 'open' },
  ])
  const close = { incidentId, message: '復旧しました。' }
  const tooEarly = { ...close, at: '2026-11-20T09:30:00+09:00' }
  expect(await codeOf(yoshida.ask('consoleOutageClosePost', { body: tooEarly }))).toBe(
    'VALIDATION_FAILED',
  )
  const closed = await yoshida.ask('consoleOutageClosePost', { body: close })
  expect(closed.entry).toMatchObject({ state: 'resolved', to: '2026-11-20T10:16:00+09:00' })
  expect(
    await codeOf(yoshida.ask('consoleOutageUpdatePost', { body: { incidentId, message: '続報' } })),
  ).toBe('OUTAGE_OVER')
  const entries = await harness.database.db
    .selectFrom('audit_entry')
    .select(['action', 'details'])
    .where('target', '=', incidentId)
    .orderBy('position')
    .execute()
  expect(entries.map(({ action, details }) => [action, details['staff'], details['role']])).toEqual(
    ['outage-opened', 'outage-reported', 'outage-ended'].map((action) => [
      action,
      yoshida.staffId,
      'planning',
    ]),
  )
})

test('終わりの予定のない工事や、始まりより前の終わりは、欄の言葉で断る。受付の人は載せられない', async () => {
  const yoshida = await harness.staff('yoshida')
  const maintenance: NewOutage = { ...voiceDown, kind: 'maintenance' }
  await expect(yoshida.ask('consoleOutageOpenPost', { body: maintenance })).rejects.toMatchObject({
    failure: {
      code: 'VALIDATION_FAILED',
      fields: { until: ['工事・メンテナンスは、終了の予定を入力してください。'] },
    },
  })
  const backwards = { ...voiceDown, until: voiceDown.beginsAt }
  await expect(yoshida.ask('consoleOutageOpenPost', { body: backwards })).rejects.toMatchObject({
    failure: { fields: { until: ['終了は、開始よりあとの日時にしてください。'] } },
  })
  const yamamoto = await harness.staff('yamamoto')
  expect(await codeOf(yamamoto.ask('consoleOutageOpenPost', { body: voiceDown }))).toBe(
    'ROLE_MISSING',
  )
})
