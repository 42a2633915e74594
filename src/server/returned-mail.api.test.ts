import { createTransport } from 'nodemailer'
import { afterAll, expect, test } from 'vitest'
import { returnAddressOf } from '#backend/mail/return-address.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { complaintReport, deliveryReport } from '#tests/returned-mails.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { openReturnedMail } from './returned-mail.ts'

const DOMAIN = 'return.example.jp'
const port = await freePort()
const harness = await useHarness(undefined, {
  RETURNED_MAIL_DOMAIN: DOMAIN,
  RETURNED_MAIL_PORT: port,
})
const { services, database } = harness
const door = await openReturnedMail(services)
/** The mail server of the operator, as far as it hands mail to us. */
const mta = createTransport({ host: '127.0.0.1', port, lmtp: true, ignoreTLS: true })
afterAll(async () => {
  mta.close()
  await door?.stop()
})

/** @returns the code of the answer to the whole mail, or to its recipient where it was refused */
async function hand(to: string, raw: string) {
  const answer = await mta
    .sendMail({ envelope: { from: '', to }, raw })
    .catch((error: unknown) => ({ error }))
  if (!('error' in answer)) return answer.rejectedErrors?.[0]?.responseCode ?? 250
  return answer.error instanceof Error && 'responseCode' in answer.error
    ? answer.error.responseCode
    : answer.error
}

/** A mail to a member that has an address of its own to come back to. */
async function mailTo(loginId: string) {
  const { accountId } = await harness.signIn(loginId)
  const link = { label: 'マイページを開く', path: '/mypage/' }
  const words = { subject: '件名', paragraphs: ['本文'], facts: [], link }
  const message = { accountId, sourceRef: 'm', kind: 'billing' as const, ...words }
  const now = harness.clock.now()
  await database.db.transaction().execute((tx) => services.outbox.post(tx, message, now))
  const row = await database.db
    .selectFrom('mail_message')
    .select('mail_id')
    .where('source_ref', '=', `${accountId}:m`)
    .executeTakeFirstOrThrow()
  const kinds = async () =>
    (
      await database.db
        .selectFrom('mail_return')
        .select('kind')
        .where('account_id', '=', accountId)
        .execute()
    ).map(({ kind }) => kind)
  return { address: returnAddressOf(services.sealing, row.mail_id, DOMAIN), kinds }
}

test('メールサーバーから受け取った返送は、書き終えてから受け取ったと答える', async () => {
  const { address, kinds } = await mailTo('by-lmtp')
  expect(await hand(address, deliveryReport({ to: address }))).toBe(250)
  expect(await kinds()).toEqual(['unknown'])
  const logged = harness.logLines.filter((line) => line.includes('mail returned'))
  expect(logged).toHaveLength(1)
  // The id of the mail, never the address it went to.
  expect(logged[0]).not.toContain('example.jp')
})

test('苦情の宛先は受け取り、ほかの人宛てのメールは受け取らない', async () => {
  const { address, kinds } = await mailTo('by-complaint')
  const to = `complaints@${DOMAIN}`
  const original = `Return-Path: <${address}>`
  expect(await hand(to, complaintReport({ to, original }))).toBe(250)
  expect(await kinds()).toEqual(['complaint'])
  for (const other of [`info@${DOMAIN}`, address.replace(DOMAIN, 'example.jp')])
    expect(await hand(other, deliveryReport({ to: other })), other).toBe(550)
})

test('大きな返送は、はじめの部分だけを読んで受け取る', async () => {
  const { address, kinds } = await mailTo('by-size')
  const original = `Subject: x\r\n\r\n${`${'a'.repeat(70)}\r\n`.repeat(20_000)}`
  expect(await hand(address, deliveryReport({ to: address, original }))).toBe(250)
  expect(await kinds()).toEqual(['unknown'])
})

test('データベースが答えないあいだは、あとで送り直すように答える', async () => {
  const { address, kinds } = await mailTo('by-outage')
  await database.pool.query('alter table mail_return rename to mail_return_away')
  expect(await hand(address, deliveryReport({ to: address }))).toBe(451)
  await database.pool.query('alter table mail_return_away rename to mail_return')
  expect(await hand(address, deliveryReport({ to: address }))).toBe(250)
  expect(await kinds()).toEqual(['unknown'])
})
