import { expect, test } from 'vitest'
import { returnAddressOf } from '#backend/mail/return-address.ts'
import { api } from '#protocol/index.ts'
import { received } from '#tests/api/contact-codes.ts'
import { openPages } from '#tests/api/pages.ts'
import { simDesk } from '#tests/api/sim-orders.ts'
import { bookSize } from '#tests/api/sizes.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { deliveryReport } from '#tests/returned-mails.ts'

const DOMAIN = 'return.example.jp'
const harness = await useHarness(undefined, { RETURNED_MAIL_DOMAIN: DOMAIN })
const browse = await openPages(harness)
const desk = simDesk(harness, 'mail-failing')
const { services, database, clock } = harness

/** A member whose mail about a booked change has come back. */
async function failing() {
  const member = await desk.member()
  await bookSize(member, 18)
  const { mail_id: mailId } = await database.db
    .selectFrom('mail_message')
    .select('mail_id')
    .where('account_id', '=', member.accountId)
    .where('channel', '=', 'mail')
    .executeTakeFirstOrThrow()
  const recipient = returnAddressOf(services.sealing, mailId, DOMAIN)
  const raw = Buffer.from(deliveryReport({ to: recipient }))
  await services.takeReturnedMail({ recipient, raw }, clock.now())
  return { member, browser: await harness.signIn(member.loginId) }
}

const title = 'メールが届いていません'

test('届かないことは、トップ、お知らせ、その設定、お客さま情報に出て、ほかの画面には出ない', async () => {
  const { browser } = await failing()
  for (const path of ['top.html', 'notices.html', 'notice/setting.html', 'user.html']) {
    const page = await browse(browser).open(`/mypage/${path}`)
    expect(page.text, path).toContain(title)
    expect(page.text, path).toContain('2026年11月20日（金）')
  }
  expect((await browse(browser).open('/mypage/contract.html')).text).not.toContain(title)
})

test('トップから確認のメールを送り、そのリンクを開いて押すと、知らせは消える', async () => {
  const { member, browser } = await failing()
  const top = await browse(browser).open('/mypage/top.html')
  const sent = await top.press('いまのアドレスに確認のメールを送る')
  expect(sent.text).toContain('確認のメールを送りました')
  const mails = await received(harness, `${member.loginId}@example.jp`)
  const link = new URL(/http\S+mail-check\S+/.exec(mails.join('\n'))?.[0] ?? '')
  // Without a login: whoever reads the mail has received it.
  const asked = await browse().open(`${link.pathname}${link.search}`)
  expect(asked.text).toContain('メールが届きましたか')
  await services.confirmMail(link.searchParams.get('t') ?? '', clock.now())
  const confirmed = await browse().open(`${link.pathname}${link.search}`)
  expect(confirmed.text).toContain('メールが届くことを確認しました')
  expect((await browse(browser).open('/mypage/top.html')).text).not.toContain(title)
})

test('止めるリンクの画面は、どの種類かを言い、間違ったリンクは見つからないと言う', async () => {
  const { accountId, call } = await harness.signIn('mail-stop-page')
  const { stopTokenOf } = await import('#backend/mail/mail-links.ts')
  const token = stopTokenOf(services.sealing, { accountId, kind: 'billing' })
  const page = () => browse().open(`/auth/notice-stop?t=${encodeURIComponent(token)}`)
  expect((await page()).text).toContain(
    '「請求・支払い」のお知らせを、メールではお送りしないようにします。',
  )
  await services.stopNotices(token, clock.now())
  expect((await page()).text).toContain('お知らせのメールを止めました')
  const { kinds } = await call(api.noticeSettingGet)
  expect(kinds.find(({ kind }) => kind === 'billing')).toMatchObject({ mail: false })
  expect((await browse().open('/auth/notice-stop?t=none')).status).toBe(404)
})
