import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { brand } from '#brand'
import type { Mail } from '#backend/ports/mail.ts'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { simDesk } from '#tests/api/sim-orders.ts'
import { bookSize } from '#tests/api/sizes.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const desk = simDesk(harness, 'mail')

const mail = z.object({
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})

/** The mails in a member's box, the oldest first. */
async function mailsTo(loginId: string) {
  await harness.drain()
  const names = (await readdir(harness.mailFolder)).filter((name) => name.endsWith('.json'))
  const read = await Promise.all(
    names.toSorted().map((name) => readFile(join(harness.mailFolder, name), 'utf8')),
  )
  return read.map((text) => mail.parse(JSON.parse(text))).filter(({ to }) => to.startsWith(loginId))
}

test('予約のメールは、宛名、何が起きたか、金額、曜日つきの日付、開けるリンク、差出人がそろっている', async () => {
  const member = await desk.member()
  const { orderNo } = await bookSize(member, 18)
  const [sent] = await mailsTo(member.loginId)
  expect(sent?.subject).toBe('データ容量の変更を予約しました')
  expect(sent?.text).toBe(`${member.loginId} 様

データ容量を3GBから8GBに変更する予約を受け付けました。
変更前のデータ容量で付与された残りのデータ量は、翌月末まで繰り越して使えます。データチャージの残りもそのまま使えます。
お心当たりがないときは、すぐにお問い合わせください。

進み具合：1/2（適用日を待っています）
手続き：データ容量の変更（3GBから8GBへ）
適用日：2026年12月1日（火）
取り消しできる期限：2026年11月29日（日）12:00
手数料：0円
毎月の料金（通話料などを除く）：1,191円から1,631円へ（税込）
受付番号：${orderNo}
日時：2026年11月20日（金）10:00

データ容量の変更を開く
http://localhost:3000/mypage/plan/change.html

──────────────
${brand.service}（${brand.company}）
お問い合わせ：https://support.example.jp/inquiry
電話：${brand.telephone}
パスワードやカード番号をメールでお尋ねすることはありません。
このメールは送信専用です。ご返信いただいてもお答えできません。`)
  expect(sent?.html.match(/href="([^"]*)"/g)).toEqual([
    'href="http://localhost:3000/mypage/plan/change.html"',
  ])
  expect(sent?.html).toContain('1,191円')
  expect(sent?.html).toContain('alt="2段階のうち1段階（予約）まで進んだ輪"')
  expect(sent?.html).not.toContain('cid:')
})

test('前の版が文字だけで用意したメールも、そのまま届く', async () => {
  const member = await desk.member()
  await harness.database.pool.query(
    `insert into mail_message (mail_id, account_id, subject, body_sealed, address_sealed, state, queued_at, source_ref)
     values ('mail_old', $1, '前の版', $2, $3, 'queued', now(), 'old')`,
    [
      member.accountId,
      harness.services.sealing.seal('mail.body:mail_old', '文字だけ'),
      harness.services.sealing.seal('mail.address:mail_old', 'old@example.jp'),
    ],
  )
  const sent: Mail[] = []
  const port = { send: async (one: Mail) => void sent.push(one) }
  const at = harness.clock.now()
  await harness.services.outbox.send(
    harness.database.db,
    { mail: port, textMessages: harness.services.textMessages },
    'mail_old',
    at,
  )
  expect(sent).toEqual([
    { id: 'mail_old', to: 'old@example.jp', subject: '前の版', text: '文字だけ', at },
  ])
})

test('種別を変えて番号が変わったら、完了のメールに新しい番号がある。データベースの平文には残らない', async () => {
  const member = await desk.member({ lines: [{ kind: 'data' }] })
  const before = (await member.call(api.contractGet)).lines[0]?.number
  const { orderNo } = await desk.orderKind(member.call, member.lineId, 'sms', 'esim')
  await desk.after(1)
  await member.call(api.orderSwitchOverPost, { body: { orderNo } })
  await harness.drain()
  await desk.work()
  const [line] = (await (await desk.again(member.loginId))(api.contractGet)).lines
  expect(line?.number).not.toBe(before)
  const number = line?.number.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1-$2-$3') ?? ''
  const sent = await mailsTo(member.loginId)
  const last = sent.find(({ subject }) => subject === 'SIMの種別変更：切り替えが完了しました')
  expect(last?.text).toContain(`新しい電話番号：${number}`)
  const { rows } = await harness.database.pool.query(
    `select n::text as plain from notice n where account_id = $1 union all
     select m::text from mail_message m where account_id = $1`,
    [member.accountId],
  )
  const plain = rows.map((row) => row.plain).join('\n')
  expect(plain).not.toContain(number)
  const { rows: notices } = await (await desk.again(member.loginId))(api.noticesGet)
  expect(notices.map(({ body }) => body).join('\n')).toContain(`新しい電話番号：${number}`)
  expect(harness.logLines.join('')).not.toContain(number)
})

test('メールサーバーが一週間止まっていても、知らせは待ち、動き出せば一度だけ届く', async () => {
  const member = await desk.member()
  await harness.drain()
  await rename(harness.mailFolder, `${harness.mailFolder}-away`)
  await writeFile(harness.mailFolder, 'no folder')
  await bookSize(member, 18)
  // As often as it is tried in a week, an hour apart.
  for (let hour = 0; hour < 7 * 24; hour += 1) {
    await harness.database.pool.query(
      `update pgboss.job set start_after = now() where name = 'mail-send' and state = 'retry'`,
    )
    await harness.drain()
  }
  const { rows } = await harness.database.pool.query(
    `select state, start_after <= now() + interval '1 hour' as soon from pgboss.job
     where name = 'mail-send' and state <> 'completed'`,
  )
  expect(rows).toEqual([{ state: 'retry', soon: true }])

  await rm(harness.mailFolder)
  await rename(`${harness.mailFolder}-away`, harness.mailFolder)
  await harness.database.pool.query(
    `update pgboss.job set start_after = now() where name = 'mail-send' and state = 'retry'`,
  )
  expect(await mailsTo(member.loginId)).toHaveLength(1)
  await harness.drain()
  expect(await mailsTo(member.loginId)).toHaveLength(1)
})
