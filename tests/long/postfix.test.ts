import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMail } from '#backend/adapters/mail.ts'
import { returnAddressOf } from '#backend/mail/return-address.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { api } from '#protocol/index.ts'
import { openReturnedMail } from '#server/returned-mail.ts'
import { startHarness } from '#tests/api/harness.ts'
import { complaintReport, deliveryReport } from '#tests/returned-mails.ts'
import { until } from '../api/faults/until.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { startMailServer, whyNoMailServer } from './postfix/mail-server.ts'
import { startOtherSide, verifyDkim } from './postfix/other-side.ts'

const DOMAIN = 'return.operator.test'
const why = whyNoMailServer()
if (why !== undefined) process.stderr.write(`${why}\n`)

/** The portal, the operator's Postfix between, and everybody else's mail server. Nothing of it is played but the last. */
describe.skipIf(why !== undefined)('メールは、本物のメールサーバーを通る', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postfix-'))
  let postfix: Awaited<ReturnType<typeof startMailServer>>
  let others: Awaited<ReturnType<typeof startOtherSide>>
  let harness: Awaited<ReturnType<typeof startHarness>>
  let door: Awaited<ReturnType<typeof openReturnedMail>>
  let othersPort = 0

  beforeAll(async () => {
    chmodSync(folder, 0o755)
    const [smtp, milter, lmtp, port] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ]
    othersPort = port
    postfix = await startMailServer(folder, { smtp, milter, lmtp, others: port })
    const key = readFileSync(join(folder, 'tls/key.pem'), 'utf8')
    others = await startOtherSide(port, key, postfix.certificate)
    const trust = new URLSearchParams({
      requireTLS: 'true',
      'tls.ca': postfix.certificate,
      'tls.servername': postfix.host,
    })
    harness = await startHarness(undefined, {
      MAIL_URL: `smtp://127.0.0.1:${smtp}?${trust.toString()}`,
      MAIL_FROM: 'info@operator.test',
      RETURNED_MAIL_DOMAIN: DOMAIN,
      RETURNED_MAIL_PORT: lmtp,
    })
    door = await openReturnedMail(harness.services)
  })
  afterAll(async () => {
    await door?.stop()
    await harness?.stop()
    await others?.close()
    await postfix?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  let count = 0
  /** Posts a message to a member, as an area does, and lets the worker send it. */
  async function post(accountId: string, kind: MemberMessage['kind'] = 'billing') {
    count += 1
    const { database, services, clock } = harness
    const link = { label: 'マイページを開く', path: '/mypage/' }
    const words = { subject: '件名', paragraphs: ['本文'], facts: [], link }
    const message = { accountId, sourceRef: `m${count}`, kind, ...words }
    await database.db.transaction().execute((tx) => services.outbox.post(tx, message, clock.now()))
    await harness.drain()
  }
  const failureOf = async ({ call }: Awaited<ReturnType<typeof harness.signIn>>) =>
    (await call(api.noticesGet)).mailFailure?.kind
  const rowsOf = async (accountId: string) =>
    (
      await harness.database.db
        .selectFrom('mail_return')
        .select(['kind', 'status'])
        .where('account_id', '=', accountId)
        .execute()
    ).map(({ kind, status }) => `${kind} ${status}`)

  test('届くメールは暗号化して渡り、署名が付き、止めるリンクの見出しも署名に入り、戻り先は1通ごとに違う', async () => {
    const { accountId } = await harness.signIn('arrives')
    await post(accountId)
    await post(accountId)
    await until('both arrive', () => others.of('arrives@example.jp').length === 2)
    const [one, two] = others.of('arrives@example.jp')
    expect([one?.isSecure, two?.isSecure]).toEqual([true, true])
    expect(one?.from).toMatch(/^mail_[0-9a-z]{20}-[0-9a-f]{32}@return\.operator\.test$/)
    expect(one?.from).not.toBe(two?.from)
    expect(one?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    const { holds, covers } = verifyDkim(one?.raw ?? '', postfix.publicKey)
    expect(holds).toBe(true)
    expect(covers).toEqual(
      expect.arrayContaining(['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
    )
    // The check itself can fail.
    const changed = one?.raw.replace('One-Click', 'One-Clack') ?? ''
    expect(verifyDkim(changed, postfix.publicKey).holds).toBe(false)
  })

  test('宛先がないと断られたメールは、Postfixの返送を読んで、マイページに出る', async () => {
    const member = await harness.signIn('gone-1')
    await post(member.accountId)
    await until('the report is read', async () => (await failureOf(member)) === 'unknown')
    expect(await rowsOf(member.accountId)).toEqual(['unknown 5.1.1'])
  })

  test('満杯のメールボックスは、3通戻って、届かないアドレスになる', async () => {
    const member = await harness.signIn('full-1')
    for (let mail = 0; mail < 3; mail += 1) await post(member.accountId)
    await until('the reports are read', async () => (await failureOf(member)) === 'unreachable')
    expect(await rowsOf(member.accountId)).toEqual(Array(3).fill('unreachable 5.2.2'))
  })

  test('あとで来るように言われたメール（グレイリスト）は、待って送り直されて、1通だけ届く', async () => {
    const member = await harness.signIn('grey-1')
    await post(member.accountId)
    await until('it arrives', () => others.of('grey-1@example.jp').length > 0)
    expect(others.asked.filter((to) => to === 'grey-1@example.jp')).toHaveLength(2)
    expect(postfix.log()).toContain('4.7.1 greylisted')
    expect(others.of('grey-1@example.jp')).toHaveLength(1)
    expect(await rowsOf(member.accountId)).toEqual([])
  })

  test('相手のサーバーが止まっているあいだは待ち、戻ると届く', async () => {
    const { accountId } = await harness.signIn('waits')
    await others.close()
    await post(accountId)
    await until('it waits', () => postfix.queue().includes('waits@example.jp'))
    const key = readFileSync(join(folder, 'tls/key.pem'), 'utf8')
    others = await startOtherSide(othersPort, key, postfix.certificate)
    await until('it arrives', () => {
      postfix.flush()
      return others.of('waits@example.jp').length > 0
    })
    expect(others.of('waits@example.jp')).toHaveLength(1)
  })

  test('働き手が止まっているあいだの返送は、メールサーバーが待ち、動き出すと1度だけ数える', async () => {
    const member = await harness.signIn('gone-2')
    await door?.stop()
    await post(member.accountId)
    await until('the report waits', () => postfix.queue().includes(DOMAIN))
    expect(await failureOf(member)).toBeUndefined()
    door = await openReturnedMail(harness.services)
    await until('the report is read', async () => {
      postfix.flush()
      return (await failureOf(member)) === 'unknown'
    })
    expect(await rowsOf(member.accountId)).toEqual(['unknown 5.1.1'])
  })

  test('迷惑メールの報告は読み、偽のアドレスへの返送は、メールサーバーが断られて、何も変えない', async () => {
    const member = await harness.signIn('complains')
    await post(member.accountId)
    await until('it arrives', () => others.of('complains@example.jp').length === 1)
    const [mail] = others.of('complains@example.jp')
    const { port } = new URL(harness.services.config.MAIL_URL)
    // A provider and a forger: from outside, by SMTP.
    const outside = createTransport({
      host: '127.0.0.1',
      port: Number(port),
      tls: { rejectUnauthorized: false },
    })
    const forged = returnAddressOf(
      harness.services.sealing,
      'mail_00000000000000000000',
      DOMAIN,
    ).replace(/-.*@/, `-${'0'.repeat(32)}@`)
    await outside.sendMail({
      envelope: { from: '', to: forged },
      raw: deliveryReport({ to: forged, original: `Return-Path: <${mail?.from}>` }),
    })
    const to = `complaints@${DOMAIN}`
    await outside.sendMail({
      envelope: { from: 'feedback@provider.test', to },
      raw: complaintReport({ to, original: `Return-Path: <${mail?.from}>` }),
    })
    outside.close()
    await until('the complaint is read', async () => (await failureOf(member)) === 'complaint')
    await until('the forged report is refused', () =>
      postfix.log().includes('said: 550 no such address'),
    )
    expect(await rowsOf(member.accountId)).toEqual(['complaint null'])
  })

  test('証明書の名前が違うサーバーと、暗号化できないサーバーには、何も渡さない', async () => {
    const url = new URL(harness.services.config.MAIL_URL)
    url.searchParams.set('tls.servername', 'other.test')
    const at = harness.clock.now()
    const mail = { id: 'mail_x', to: 'never@example.jp', subject: 'x', text: 'x', at }
    const wrongName = createMail({ url: url.href, from: 'info@operator.test' })
    await expect(wrongName.send(mail)).rejects.toThrow(/altnames|does not match/)
    const plain = createServer((socket) => {
      socket.write('220 plain\r\n')
      socket.on('data', () => socket.write('250 plain\r\n'))
    })
    const port = await freePort()
    await new Promise<void>((resolve) => plain.listen(port, '127.0.0.1', resolve))
    const withoutTls = createMail({
      url: `smtp://127.0.0.1:${port}?requireTLS=true`,
      from: 'info@operator.test',
    })
    await expect(withoutTls.send(mail)).rejects.toThrow()
    plain.close()
    expect(others.of('never@example.jp')).toEqual([])
  })
})
