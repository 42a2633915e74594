import { describe, expect, test } from 'vitest'
import { readProfile, writeProfile } from '#backend/holder.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { api } from '#protocol/index.ts'
import { instant } from '#domain/tokyo.ts'
import { codeAt, received } from '#tests/api/contact-codes.ts'
import { setProfile } from '#tests/api/members.ts'
import { registered } from '#tests/api/profile-holders.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { absenceNote, complaintReport, deliveryReport, wordsOnly } from '#tests/returned-mails.ts'
import { returnAddressOf } from './return-address.ts'

const DOMAIN = 'return.example.jp'
const harness = await useHarness(undefined, { RETURNED_MAIL_DOMAIN: DOMAIN })
const { services, database, clock } = harness
const { sealing } = services

const addressOf = (mailId: string) => returnAddressOf(sealing, mailId, DOMAIN)
const take = (recipient: string, raw: string) =>
  services.takeReturnedMail({ recipient, raw: Buffer.from(raw) }, clock.now())
const returned = (mailId: string, status?: string) =>
  take(addressOf(mailId), deliveryReport({ to: addressOf(mailId), ...(status && { status }) }))

let count = 0
/** Posts a message as an area does. @returns the ids of the mails that go out of it, and of the SMS */
async function post(accountId: string, kind: MemberMessage['kind'] = 'billing') {
  count += 1
  const link = { label: 'マイページを開く', path: '/mypage/' }
  const words = { subject: '件名', paragraphs: ['本文'], facts: [], link }
  const message = { accountId, sourceRef: `m${count}`, kind, ...words }
  await database.db.transaction().execute((tx) => services.outbox.post(tx, message, clock.now()))
  const rows = await database.db
    .selectFrom('mail_message')
    .select('mail_id')
    .where('source_ref', 'like', `${accountId}:m${count}%`)
    .execute()
  return rows.map((row) => row.mail_id).toSorted()
}

const first = (ids: readonly string[]) => ids[0] ?? ''
const rowsOf = (accountId: string) =>
  database.db
    .selectFrom('mail_return')
    .select(['mail_id', 'kind', 'status'])
    .where('account_id', '=', accountId)
    .orderBy('mail_id')
    .execute()

describe('戻ってきたメール', () => {
  test('宛先のない返送は、届かないアドレスとしてマイページに出る。同じ返送が2度来ても1度と数える', async () => {
    const { accountId, call } = await harness.signIn('gone')
    expect((await call(api.noticesGet)).mailFailure).toBeUndefined()
    const mailId = first(await post(accountId))
    expect(await returned(mailId)).toEqual({ mailId, kind: 'unknown', status: '5.1.1' })
    expect(await returned(mailId)).toBeUndefined()
    expect(await rowsOf(accountId)).toEqual([{ mail_id: mailId, kind: 'unknown', status: '5.1.1' }])
    const notices = await call(api.noticesGet)
    expect(notices.mailFailure).toEqual({
      kind: 'unknown',
      at: '2026-11-20T10:00:00+09:00',
      mailTo: 'g***@example.jp',
    })
    expect(notices.rows.map(({ title, kind }) => ({ title, kind }))).toContainEqual({
      title: 'メールが届かなくなっています',
      kind: 'security',
    })
  })

  test('届かないあいだ、止められる種類はメールにせず、止められない種類は試し、急ぐものはSMSでも送る', async () => {
    const { accountId } = await harness.signIn('failing')
    await setProfile(harness, accountId, {
      ...registered,
      email: 'failing@example.jp',
      phone: '09011112222',
    })
    await returned(first(await post(accountId)))
    expect(await post(accountId, 'billing')).toEqual([])
    expect(await post(accountId, 'outage')).toEqual([])
    expect(await post(accountId, 'procedure')).toEqual([expect.stringMatching(/^mail_/)])
    expect(await post(accountId, 'security')).toEqual([
      expect.stringMatching(/^mail_/),
      expect.stringMatching(/^sms_/),
    ])
    const sent = await database.db
      .selectFrom('mail_message')
      .select('channel')
      .where('source_ref', 'like', `${accountId}:mail-failing:%`)
      .execute()
    expect(sent).toEqual([{ channel: 'sms' }])
  })

  test('偽のアドレスへの返送、ほかのドメイン、署名の1文字違いは、何も変えない', async () => {
    const { accountId } = await harness.signIn('forged')
    const mailId = first(await post(accountId))
    const right = addressOf(mailId)
    const wrong = [
      `${mailId}-${'0'.repeat(32)}@${DOMAIN}`,
      right.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@')),
      `info@${DOMAIN}`,
      'somebody@example.jp',
    ]
    for (const to of wrong) {
      // What the report says, and who it says it is about, is not believed.
      const report = deliveryReport({ to, original: `Return-Path: <${right}>` })
      expect(await take(to, report), to).toBeUndefined()
    }
    expect(await rowsOf(accountId)).toEqual([])
    // A mail server may write a local part in capitals.
    expect(await take(right.toUpperCase(), deliveryReport({ to: right }))).toMatchObject({ mailId })
  })

  test('不在の自動返信、遅れの知らせ、届いたという報告は、何も変えない', async () => {
    const { accountId } = await harness.signIn('away')
    const to = addressOf(first(await post(accountId)))
    for (const raw of [
      absenceNote(to),
      deliveryReport({ to, action: 'delayed', status: '4.4.1' }),
      deliveryReport({ to, action: 'delivered', status: '2.0.0' }),
      complaintReport({ to }, 'not-spam'),
    ])
      expect(await take(to, raw)).toBeUndefined()
    expect(await rowsOf(accountId)).toEqual([])
  })

  test('満杯のメールボックスは3通目で、受信側の方針による拒否は何通でも、届かないアドレスとは数えない', async () => {
    const { accountId, call } = await harness.signIn('full')
    const failure = async () => (await call(api.noticesGet)).mailFailure?.kind
    for (let mail = 0; mail < 4; mail += 1) await returned(first(await post(accountId)), '5.7.1')
    for (let mail = 0; mail < 2; mail += 1) await returned(first(await post(accountId)), '5.2.2')
    expect(await failure()).toBeUndefined()
    await returned(first(await post(accountId)), '4.4.7')
    expect(await failure()).toBe('unreachable')
  })

  test('迷惑メールとの報告は、中のメールの署名で分かる。報告のあとは、止められる種類をメールで送らない', async () => {
    const { accountId, call } = await harness.signIn('complains')
    const mailId = first(await post(accountId))
    const to = `complaints@${DOMAIN}`
    const original = `Return-Path: <${addressOf(mailId)}>\r\nSubject: x`
    expect(await take(to, complaintReport({ to, original }))).toMatchObject({ kind: 'complaint' })
    expect((await call(api.noticesGet)).mailFailure?.kind).toBe('complaint')
    expect(await post(accountId, 'outage')).toEqual([])
    // A delivery report that names a mail inside is not enough: it comes to the mail's own address.
    const other = await harness.signIn('other')
    const inside = `Return-Path: <${addressOf(first(await post(other.accountId)))}>`
    expect(await take(to, deliveryReport({ to, original: inside }))).toBeUndefined()
    expect(await rowsOf(other.accountId)).toEqual([])
  })

  test('言葉だけの返送は、アドレスのせいにせず、人が見る', async () => {
    const { accountId } = await harness.signIn('words')
    const mailId = first(await post(accountId))
    expect(await take(addressOf(mailId), wordsOnly(addressOf(mailId)))).toMatchObject({
      kind: 'unread',
    })
    expect((await rowsOf(accountId)).map(({ kind }) => kind)).toEqual(['unread'])
  })

  test('壊れた返送、深い入れ子、大きな見出しでも、止まらない', async () => {
    const { accountId } = await harness.signIn('broken')
    const to = addressOf(first(await post(accountId)))
    const nested = Array.from(
      { length: 200 },
      (_, n) => `Content-Type: multipart/mixed; boundary="n${n}"\r\n\r\n--n${n}`,
    ).join('\r\n')
    for (const raw of ['', '\0\0', nested, `X-Long: ${'a'.repeat(300_000)}\r\n\r\n`])
      await expect(take(to, raw)).resolves.not.toThrow()
  })

  test('アドレスを変えると、前のアドレスへの返送は何も言わない', async () => {
    const { accountId, call } = await harness.signIn('moved')
    const late = first(await post(accountId))
    await returned(first(await post(accountId)))
    const profile = await readProfile(database.db, sealing, accountId)
    await writeProfile(database.db, sealing, accountId, { ...profile, email: 'new@example.jp' })
    expect((await call(api.noticesGet)).mailFailure).toBeUndefined()
    await returned(late)
    expect((await call(api.noticesGet)).mailFailure).toBeUndefined()
  })
})

/** The token of the link that the mail to this address holds. */
async function checkLinkOf(address: string): Promise<string> {
  const links = (await received(harness, address)).flatMap(
    (mail) => /http\S+mail-check\S+/.exec(mail)?.[0] ?? [],
  )
  return new URL(links[0] ?? '').searchParams.get('t') ?? ''
}

describe('登録のアドレスに届くことを確かめる', () => {
  test('届いたメールのリンクを押すと直る。前に送ったメールの返送が遅れて来ても、もう数えない', async () => {
    const { accountId, call } = await harness.signIn('mends')
    const late = first(await post(accountId))
    await returned(first(await post(accountId)))
    clock.set('2026-11-20T10:20:00+09:00')
    expect(await call(api.mailCheckPost)).toEqual({
      sentTo: 'm***@example.jp',
      validUntil: '2026-11-21T10:20:00+09:00',
    })
    const t = await checkLinkOf('mends@example.jp')
    expect(await harness.visitor(api.mailCheckGet, { query: { t } })).toEqual({ confirmed: false })
    await services.confirmMail(t, clock.now())
    await services.confirmMail(t, clock.now())
    expect(await harness.visitor(api.mailCheckGet, { query: { t } })).toEqual({ confirmed: true })
    await returned(late)
    expect((await call(api.noticesGet)).mailFailure).toBeUndefined()
    expect(await post(accountId, 'billing')).toHaveLength(1)
    const audit = await database.db
      .selectFrom('audit_entry')
      .select('action')
      .where('account_id', '=', accountId)
      .where('action', 'like', 'mail-%')
      .execute()
    expect(audit.map(({ action }) => action).toSorted()).toEqual([
      'mail-address-confirmed',
      'mail-check-sent',
    ])
    clock.set('2026-11-20T10:00:00+09:00')
  })

  test('期限の切れたリンク、変えたリンク、ほかのアカウントのリンクは使えない', async () => {
    const { accountId, call } = await harness.signIn('expired')
    await returned(first(await post(accountId)))
    await call(api.mailCheckPost)
    const t = await checkLinkOf('expired@example.jp')
    const other = await harness.signIn('other-link')
    const wrong = [t.slice(0, -1), t.replace(accountId, other.accountId), '', 'a.b.c', '.']
    for (const token of wrong)
      await expect(services.confirmMail(token, clock.now()), token).rejects.toThrow('NOT_FOUND')
    const tomorrow = instant('2026-11-21T10:00:00+09:00')
    await expect(services.confirmMail(t, tomorrow)).rejects.toThrow('NOT_FOUND')
    expect((await call(api.noticesGet)).mailFailure?.kind).toBe('unknown')
  })

  test('届かないアドレスからの変更は、前のアドレスの代わりに登録の電話番号のコードで確かめる', async () => {
    const { accountId, call } = await harness.signIn('changes')
    const phone = '09033334444'
    const profile = await readProfile(database.db, sealing, accountId)
    await writeProfile(database.db, sealing, accountId, { ...profile, phone })
    expect((await call(api.userEditStatusGet)).isProvenByPhone).toBe(false)
    await returned(first(await post(accountId)))
    expect((await call(api.userEditStatusGet)).isProvenByPhone).toBe(true)
    const changes = { email: 'changed@example.jp' }
    const begun = await call(api.userEditRegisterPost, { body: { step: 'submit', changes } })
    expect(begun.confirmations.map(({ which }) => which)).toEqual(['newEmail', 'oldPhone'])
    for (const [which, contact] of [
      ['newEmail', 'changed@example.jp'],
      ['oldPhone', phone],
    ] as const)
      await call(api.userEditRegisterPost, {
        body: { step: 'confirm', which, code: await codeAt(harness, contact) },
      })
    expect((await readProfile(database.db, sealing, accountId)).email).toBe('changed@example.jp')
    expect((await call(api.noticesGet)).mailFailure).toBeUndefined()
  })

  test('届かないのに電話番号の登録がないときと、迷惑メールの報告だけのときは、前のアドレスのコードを求める', async () => {
    const { accountId, call } = await harness.signIn('no-phone')
    await returned(first(await post(accountId)))
    expect((await call(api.userEditStatusGet)).isProvenByPhone).toBe(false)
    const other = await harness.signIn('complained')
    const profile = await readProfile(database.db, sealing, other.accountId)
    const phone = '09055556666'
    await writeProfile(database.db, sealing, other.accountId, { ...profile, phone })
    const to = addressOf(first(await post(other.accountId)))
    await take(to, complaintReport({ to }))
    expect((await other.call(api.userEditStatusGet)).isProvenByPhone).toBe(false)
  })
})
