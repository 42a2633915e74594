import { expect, test } from 'vitest'
import { attribute, textOf } from '#server/content/html-tree.ts'
import type { Page } from '../browser-without-script.ts'
import { openPages } from './pages.ts'
import { simDesk } from './sim-orders.ts'
import { useHarness } from './use-harness.ts'

// What is done with a line on the member's screens. Their rules: src/backend/line, data, notice, sim and port-out; what needs
// script: tests/e2e/mypage-data.e2e.ts, mypage-presses.e2e.ts and procedures.e2e.ts.

const harness = await useHarness('2026-11-28T10:00:00+09:00')
const browse = await openPages(harness)
const desk = simDesk(harness, 'line')
const { loginId, lineId, accountId } = await desk.member()
const pagesOf = async () => browse(await harness.signIn(loginId))

const openLine = async () => (await pagesOf()).open(`/mypage/line/${lineId}.html`)

/** Whether the switch is on, as it is read out. */
const isOn = ({ elements }: Page, name: string) =>
  elements
    .filter((one) => attribute(one, 'aria-pressed') !== undefined)
    .filter((one) => `${textOf(one)} ${attribute(one, 'aria-label') ?? ''}`.includes(name))
    .map((one) => attribute(one, 'aria-pressed'))

test('紛失した回線を、一度確かめてから止め、同じ画面で再開する', async () => {
  const asked = await (await openLine()).follow('紛失のため回線を止める')
  expect(asked.text).toContain('止めているあいだも、月々の料金はかかります。')
  const stopped = await asked.press('この回線を止める')
  expect(stopped.text).toContain('回線を止める手続きを始めました')
  expect(stopped.text).toContain('紛失のお届けにより、停止しています。')
  const resumed = await (await openLine()).press('この回線を再開する')
  expect(resumed.text).toContain('回線を再開する手続きを始めました')
  expect(resumed.links.map(({ text }) => text)).toContain('紛失のため回線を止める')
  await harness.drain()
})

test('危険なサイトのブロックは、はじめからオンで、切って戻せる', async () => {
  const name = '危険なサイトをブロックする'
  const line = await openLine()
  expect(isOn(line, name)).toEqual(['true'])
  const off = await line.press(name)
  expect(off.text).toContain('危険なサイトのブロックをオフにしました。')
  expect(isOn(off, name)).toEqual(['false'])
  expect(isOn(await off.press(name), name)).toEqual(['true'])
})

test('データ残量のお知らせを設定でき、数でない値は打ったまま直せる', async () => {
  const browser = await pagesOf()
  const form = await browser.open('/mypage/data/notification.html')
  const wrong = await form.press('設定を保存する', { ownBytes: 'たくさん' })
  expect(wrong.text).toContain('残量（MB）は、1から999,999までの数字で入力してください。')
  expect(wrong.valueOf('ownBytes')).toBe('たくさん')
  const saved = await wrong.press('設定を保存する', { ownBytes: '７００' })
  expect(saved.text).toContain('設定を保存しました')
  const again = await browser.open('/mypage/data/notification.html')
  const [own] = again.checked.filter((one) => one.startsWith('thresholds='))
  expect(JSON.parse(own?.split('=')[1] ?? '')).toEqual({
    unit: 'remainingBytes',
    value: 700_000_000,
    enabled: true,
  })
})

test('EIDの桁が足りないと入力に残り、入力した内容が消えない。EIDはアドレスに現れない', async () => {
  const eid = '8904 9032 0000 0000 0000 0000 0027 0017'
  const address = `/mypage/sim/change.html?what=reissue&lineId=${lineId}`
  const form = await (await pagesOf()).open(address)
  const chosen = { reason: 'modelChange', size: 'esim' }
  const wrong = await form.press('費用と日程を確認する', { ...chosen, eid: '8904 9032' })
  expect(wrong.fieldErrors.join()).toContain('いまは8桁です')
  expect([wrong.valueOf('eid'), wrong.valueOf('reason'), wrong.valueOf('size')]).toEqual([
    '8904 9032',
    'modelChange',
    'esim',
  ])
  const confirm = await wrong.press('費用と日程を確認する', { eid })
  expect(confirm.heading).toBe('SIMのサイズ変更・再発行の確認')
  expect(confirm.text).toContain(eid)
  expect(wrong.url.href + confirm.url.href).not.toContain('8904')
})

test('MNP転出は3画面で申し込め、引き止めも別プランの案内もない', async () => {
  const input = await (await pagesOf()).open('/mypage/portout.html')
  const confirm = await input.press('転出の内容を確認する')
  expect(confirm.heading).toBe('MNP転出の確認')
  expect(confirm.text).not.toMatch(/お得|プラン|特典|アンケート|クーポン/)
  const done = await confirm.press('MNP予約番号の発行を申し込む', { agreed: 'yes' })
  expect(done.heading).toBe('MNP予約番号')
  expect(done.text).toContain('MNP予約番号を発行しています')
})

test('お知らせを1件ずつ既読にすると、未読の数が減る', async () => {
  for (const subject of ['残量のお知らせ', '料金のお知らせ']) await notify(subject)
  const browser = await pagesOf()
  const list = await browser.open('/mypage/notices.html?unread=true')
  expect(list.text).toContain('未読（2件）')
  const read = await list.press('既読にする', {}, '残量のお知らせ')
  expect(read.text).toContain('未読（1件）')
  const rest = await browser.open('/mypage/notices.html?unread=true')
  expect(rest.text).toContain('料金のお知らせ')
  expect(rest.text).not.toContain('残量のお知らせ')
})

/** What is not the member's own act is unread. */
const notify = (subject: string) =>
  harness.database.db.transaction().execute((tx) =>
    harness.services.outbox.post(
      tx,
      {
        accountId,
        sourceRef: subject,
        kind: 'data',
        subject,
        paragraphs: ['本文'],
        facts: [],
        link: { label: 'マイページを開く', path: '/mypage/' },
      },
      harness.clock.now(),
    ),
  )
