import { beforeEach, describe, expect, test, vi } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { api } from '#protocol/index.ts'
import { codeAt, received } from '#tests/api/contact-codes.ts'
import { refusalOf } from '#tests/api/data-facts.ts'
import { profileHolders, type Holder } from '#tests/api/profile-holders.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
beforeEach(() => harness.clock.set(START))

const { holder, submit } = profileHolders(harness)

const confirm = (
  of: Holder,
  which: 'oldEmail' | 'newEmail' | 'oldPhone' | 'newPhone',
  code: string,
) =>
  of.call(api.userEditRegisterPost, {
    body: { step: 'confirm', which, code },
    idempotencyKey: crypto.randomUUID(),
  })
const resend = (of: Holder, which: 'oldEmail' | 'newEmail') =>
  of.call(api.userEditRegisterPost, { body: { step: 'resend', which } })
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')
const later = (minutes: number) =>
  harness.clock.set(harness.clock.now().add({ minutes }).toString())

describe('連絡先の変更', () => {
  test('新旧のメールアドレスに届いた6桁のコードを両方入れると変わり、新旧すべての連絡先に知らせが届く', async () => {
    const of = await holder('voice')
    const fresh = `${of.loginId}@new.example.jp`
    const begun = await submit(of, { email: fresh })
    expect(begun).toMatchObject({
      state: 'submitted',
      stateLabel: '受付済み',
      changes: [
        {
          field: 'email',
          label: 'メールアドレス',
          before: 'e***@old.example.jp',
          after: 'e***@new.example.jp',
        },
      ],
      confirmations: [
        {
          which: 'oldEmail',
          confirmed: false,
          triesLeft: 6,
          expiresAt: '2026-11-20T10:10:00+09:00',
        },
        { which: 'newEmail', confirmed: false, resendFrom: '2026-11-20T10:01:00+09:00' },
      ],
    })
    expect((await of.call(api.userGet)).email).toBe(of.email)
    await confirm(of, 'oldEmail', await codeAt(harness, of.email))
    expect((await of.call(api.userGet)).email).toBe(of.email)
    expect(await confirm(of, 'newEmail', await codeAt(harness, fresh))).toMatchObject({
      state: 'applied',
      stateLabel: '変更済み',
      confirmations: [],
    })
    expect((await of.call(api.userGet)).email).toBe(fresh)
    expect((await received(harness, fresh)).join()).toContain('登録情報を変更しました')
    expect((await received(harness, of.email)).join()).toContain(
      '登録情報（メールアドレス）を変更しました。',
    )
    expect((await received(harness, of.phone)).join()).toContain(
      '登録情報（メールアドレス）を変更しました。',
    )
    const { rows } = await of.call(api.noticesGet)
    expect(rows.map(({ title, mailedTo }) => [title, mailedTo])).toEqual([
      ['登録情報を変更しました', 'e***@new.example.jp'],
    ])
    expect(await findBrokenAudit(harness.database.db, of.accountId)).toBe(undefined)
  })

  test('電話番号のコードはSMSで届き、変更はメールでも知らせる', async () => {
    const of = await holder('none')
    const fresh = '08000009999'
    await of.call(api.noticeSettingPut, { body: { mail: [], sms: ['security'] } })
    await submit(of, { phone: '０８０−００００−９９９９' })
    await confirm(of, 'oldPhone', await codeAt(harness, of.phone))
    expect(await confirm(of, 'newPhone', await codeAt(harness, fresh))).toMatchObject({
      state: 'applied',
    })
    expect((await of.call(api.userGet)).phone).toBe(fresh)
    for (const phone of [of.phone, fresh]) {
      const texts = (await received(harness, phone)).filter((text) => text.includes('変更しました'))
      expect(texts).toEqual([expect.stringContaining('登録情報（電話番号）を変更しました。')])
    }
    expect((await received(harness, of.email)).join()).toContain('登録情報を変更しました')
  })

  test('コードを6回間違えると、正しいコードでも通らず、15分後に送り直した新しいコードで続けられる', async () => {
    const of = await holder('none')
    await submit(of, { email: `${of.loginId}@new.example.jp` })
    const code = await codeAt(harness, of.email)
    for (let left = 5; left >= 1; left -= 1) {
      const refused = await refusalOf(confirm(of, 'oldEmail', wrongOf(code)))
      expect([refused.code, refused.message]).toEqual([
        'CODE_WRONG',
        `確認コードが違います。届いたコードを確認して、入力し直してください。あと${left}回まで入力できます。`,
      ])
    }
    expect(await refusalOf(confirm(of, 'oldEmail', wrongOf(code)))).toMatchObject({
      code: 'CODE_LOCKED',
      freeFrom: '2026-11-20T10:15:00+09:00',
    })
    expect(await codeOf(confirm(of, 'oldEmail', code))).toBe('CODE_LOCKED')
    expect(await codeOf(resend(of, 'oldEmail'))).toBe('CODE_SENT_RECENTLY')
    later(15)
    const anew = await resend(of, 'oldEmail')
    expect(anew.confirmations[0]).toMatchObject({ which: 'oldEmail', triesLeft: 6 })
    const second = await codeAt(harness, of.email)
    await confirm(of, 'oldEmail', second)
    expect((await of.call(api.userEditStatusGet)).confirmations[0]?.confirmed).toBe(true)
  })

  test('50回いっぺんに試しても、数えられるのは6回まで', async () => {
    const of = await holder('none')
    await submit(of, { email: `${of.loginId}@new.example.jp` })
    const code = await codeAt(harness, of.email)
    const codes = await Promise.all(
      Array.from({ length: 50 }, () => codeOf(confirm(of, 'oldEmail', wrongOf(code)))),
    )
    expect(codes.filter((one) => one === 'CODE_WRONG')).toHaveLength(5)
    expect(codes.filter((one) => one === 'CODE_LOCKED')).toHaveLength(45)
  })

  test('10分たったコードは使えず、送り直したコードだけが使える', async () => {
    const of = await holder('none')
    await submit(of, { email: `${of.loginId}@new.example.jp` })
    const first = await codeAt(harness, of.email)
    expect(await codeOf(resend(of, 'oldEmail'))).toBe('CODE_SENT_RECENTLY')
    later(10)
    expect(await codeOf(confirm(of, 'oldEmail', first))).toBe('CODE_EXPIRED')
    await resend(of, 'oldEmail')
    const second = await codeAt(harness, of.email)
    if (second !== first) expect(await codeOf(confirm(of, 'oldEmail', first))).toBe('CODE_WRONG')
    await confirm(of, 'oldEmail', second)
  })

  test('コードも連絡先も、データベースとログには読める形で残らない', async () => {
    const of = await holder('none')
    const fresh = `${of.loginId}@secret.example.jp`
    await submit(of, { email: fresh })
    const code = await codeAt(harness, fresh)
    const rows = [
      ...(await rowsOf(harness, 'contact_code', ['contact_sealed', 'code_hash'], {
        account_id: of.accountId,
      })),
      ...(await rowsOf(harness, 'contact_message', ['contact_sealed', 'subject', 'body_sealed'], {
        account_id: of.accountId,
      })),
      ...(await rowsOf(harness, 'profile_edit', ['changes_sealed'], { account_id: of.accountId })),
    ]
    expect(rows.length).toBe(5)
    const stored = JSON.stringify(rows) + harness.logLines.join('')
    expect(stored).not.toContain(code)
    expect(stored).not.toContain('secret.example.jp')
    const sent = await rowsOf(harness, 'contact_message', ['body_sealed', 'state'], {
      account_id: of.accountId,
    })
    expect(sent).toEqual([
      { body_sealed: '', state: 'sent' },
      { body_sealed: '', state: 'sent' },
    ])
  })

  test('メールサーバーが止まっていても申し込みは受け付け、直ったあとに一度だけ届く', async () => {
    const of = await holder('none')
    const mail = vi.spyOn(harness.services.mail, 'send').mockRejectedValueOnce(new Error('down'))
    await submit(of, { email: `${of.loginId}@new.example.jp` })
    await harness.drain()
    mail.mockRestore()
    await harness.database.pool.query(
      `update pgboss.job set start_after = now() where state = 'retry'`,
    )
    expect(await received(harness, of.email)).toHaveLength(1)
    expect(await received(harness, `${of.loginId}@new.example.jp`)).toHaveLength(1)
  })
})

describe('変更の約束', () => {
  test('ログインから10分を過ぎていれば、申し込めない', async () => {
    const of = await holder('none')
    later(11)
    expect((await of.call(api.userEditStatusGet)).needsSecondFactor).toBe(true)
    expect(await codeOf(submit(of, { email: 'x@new.example.jp' }))).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('同じキーでもう一度送っても、申し込みは一つ', async () => {
    const of = await holder('none')
    const body = { step: 'submit', changes: { email: `${of.loginId}@new.example.jp` } } as const
    const idempotent = { body, idempotencyKey: crypto.randomUUID() }
    const first = await of.call(api.userEditRegisterPost, idempotent)
    expect(await of.call(api.userEditRegisterPost, idempotent)).toEqual(first)
    await harness.drain()
    expect(await received(harness, of.email)).toHaveLength(1)
  })

  test('同じ内容、固定電話、確認中の重ねての申し込み、1日6回目は、理由とともに断る', async () => {
    const of = await holder('none')
    expect(await codeOf(submit(of, { lastName: '髙橋', email: of.email }))).toBe(
      'NOTHING_TO_CHANGE',
    )
    expect(await codeOf(submit(of, { phone: '0312345678' }))).toBe('PHONE_WITHOUT_SMS')
    for (let times = 1; times <= 5; times += 1) {
      await submit(of, { email: `${of.loginId}@new${times}.example.jp` })
      expect(await codeOf(submit(of, { email: 'y@new.example.jp' }))).toBe('CHANGE_UNDER_REVIEW')
      await of.call(api.userEditRegisterPost, { body: { step: 'withdraw' } })
    }
    expect(await codeOf(submit(of, { email: 'z@new.example.jp' }))).toBe('TOO_MANY_REQUESTS')
  })

  test('ほかの人の変更は見えず、コードも入れられず、取り下げられない', async () => {
    const of = await holder('none')
    const other = await holder('none')
    await submit(of, { email: `${of.loginId}@new.example.jp` })
    const code = await codeAt(harness, of.email)
    expect(await other.call(api.userEditStatusGet)).toMatchObject({ state: 'none', changes: [] })
    expect(await codeOf(confirm(other, 'oldEmail', code))).toBe('NO_CHANGE_PENDING')
    expect(await codeOf(other.call(api.userEditRegisterPost, { body: { step: 'withdraw' } }))).toBe(
      'NO_CHANGE_PENDING',
    )
    expect((await of.call(api.userEditStatusGet)).state).toBe('submitted')
  })

  test('1日たってもコードが入らなければ、取り下げたものとして知らせる', async () => {
    const of = await holder('none')
    await submit(of, { email: `${of.loginId}@new.example.jp` })
    later(24 * 60 - 1)
    await runTasks(harness, 'profile changes let go')
    expect((await (await harness.signIn(of.loginId)).call(api.userEditStatusGet)).state).toBe(
      'submitted',
    )
    later(1)
    await runTasks(harness, 'profile changes let go')
    await runTasks(harness, 'profile changes let go')
    const { call } = await harness.signIn(of.loginId)
    expect((await call(api.userEditStatusGet)).state).toBe('withdrawn')
    expect((await call(api.noticesGet)).rows.map(({ title }) => title)).toEqual([
      '登録情報の変更のお申し込みを取り下げました',
    ])
    expect((await call(api.userGet)).email).toBe(of.email)
  })
})
