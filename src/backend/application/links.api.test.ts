import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { subjectLimits } from '#server/edge/request-limits.ts'
import { holder, openBrowser } from '#tests/api/applicants.ts'
import { received } from '#tests/api/contact-codes.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useApplicants(START)
let pairs = 0

async function linkAt(address: string) {
  const [mail = ''] = await received(harness, address)
  return /resume\?code=([\w-]+)/u.exec(mail)?.[1] ?? ''
}

/** An attacker's draft, with a link to the attacker and a genuine one to the victim. */
async function planted() {
  const attacker = openBrowser(harness)
  await attacker.put({ step: 'plan', plan: 13, lines: 1, kinds: ['voice'] })
  await attacker.put({
    step: 'number',
    line: 1,
    by: 'reservation',
    number: '09011112222',
    ...reserved,
  })
  pairs += 1
  const addresses = [`attacker-${pairs}@example.com`, `victim-${pairs}@example.jp`] as const
  for (const [minutes, email] of [
    [0, addresses[0]],
    [3, addresses[1]],
  ] as const) {
    harness.clock.set(Temporal.Instant.from(START).add({ minutes }).toString())
    await attacker.call(api.applicationLinkPost, { body: { email } })
  }
  return { attacker, own: await linkAt(addresses[0]), sent: await linkAt(addresses[1]) }
}
const reserved = { reservationNo: '1234567890', lastDay: '2026-12-05' }

async function open(code: string) {
  const browser = openBrowser(harness)
  const { secret } = await browser.call(api.applicationResumePost, { body: { code } })
  browser.useSecret(secret)
  return browser
}
const tryOpen = (code: string) =>
  codeOf(openBrowser(harness).call(api.applicationResumePost, { body: { code } }))

describe('お申し込みの続きのリンクが、2人に送られたとき', () => {
  test('先に開かれたリンクだけが使え、ほかのリンクと前の端末からは、何も見えず何も書けない', async () => {
    const { attacker, own, sent } = await planted()
    const victim = await open(sent)
    await victim.put({
      step: 'number',
      line: 1,
      by: 'reservation',
      number: '09033334444',
      ...reserved,
    })
    expect(await tryOpen(own)).toBe('APPLICATION_LINK_UNUSABLE')
    expect((await attacker.call(api.applicationGet)).state).toBe('none')
    expect(await codeOf(attacker.put({ step: 'kind', line: 1, kind: 'data' }))).toBe(
      'APPLICATION_NONE',
    )
  })

  test('リンクが引き継ぐのはプランとSIMのタイプだけで、電話番号や予約番号はもう一度入力する', async () => {
    const { own } = await planted()
    const { answers, next } = await (await open(own)).call(api.applicationGet)
    expect(answers).toMatchObject({ plan: 13, lines: [{ kind: 'voice' }] })
    expect(JSON.stringify(answers)).not.toMatch(/09011112222|1234567890/)
    expect(next).toEqual({ step: 'sim', line: 1 })
  })

  test('ログインしたあとは、その前に送られたリンクも端末のクッキーも、読むことも書くこともできない', async () => {
    const { own, sent } = await planted()
    const victim = await open(sent)
    const copied = victim.secret()
    await victim.signIn('linked-victim')
    await victim.put({ step: 'holder', ...holder })
    expect(await tryOpen(own)).toBe('APPLICATION_LINK_UNUSABLE')
    const thief = openBrowser(harness)
    thief.useSecret(copied)
    expect(JSON.stringify((await thief.call(api.applicationGet)).answers)).not.toContain('太子堂')
    const write = { step: 'user', line: 1, user: 'holder' } as const
    expect(await codeOf(thief.put(write))).toBe('NOT_SIGNED_IN')
    expect((await victim.call(api.applicationGet)).answers.holder).toMatchObject({
      street: holder.street,
    })
  })

  test('ログインしたあとに送ったリンクは、同じアカウントでログインした人だけに続きを見せる', async () => {
    const owner = openBrowser(harness)
    await owner.put({ step: 'plan', plan: 13, lines: 1, kinds: ['data'] })
    await owner.signIn('link-owner')
    await owner.put({ step: 'holder', ...holder })
    await owner.call(api.applicationLinkPost, { body: { email: 'owner@example.jp' } })
    const other = await open(await linkAt('owner@example.jp'))
    expect((await other.call(api.applicationGet)).answers.holder).toBeUndefined()
    await other.signIn('link-stranger')
    expect((await other.call(api.applicationGet)).state).toBe('none')
    await other.signIn('link-owner')
    expect((await other.call(api.applicationGet)).answers.holder).toMatchObject({ lastName: '森' })
  })
})

test('1つの宛先には、だれがどの下書きから頼んでも、1日に3通まで', async () => {
  const codes: string[] = []
  for (let n = 0; n < subjectLimits.recipients.requests + 2; n += 1) {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 10, lines: 1 })
    const email = n % 2 === 0 ? 'flooded@example.jp' : 'Flooded@Example.JP'
    codes.push(await codeOf(browser.call(api.applicationLinkPost, { body: { email } })))
  }
  expect(codes.map((code) => code.startsWith('answered'))).toEqual([true, true, true, false, false])
  expect(codes.slice(3)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  const sent = [...(await received(harness, 'flooded@example.jp'))]
  expect(sent.length + (await received(harness, 'Flooded@Example.JP')).length).toBe(3)
})

test('受付番号の生年月日は、どこから試しても、1日に10回まで', async () => {
  const browser = openBrowser(harness)
  await browser.answerAll('looked-up', { firstName: '照会', firstNameKana: 'ショウカイ' })
  const { orderNo } = await browser.submit()
  const codes: string[] = []
  for (let n = 1; n <= subjectLimits.orderNumbers.requests + 1; n += 1) {
    const birth = `1991-01-${String(n).padStart(2, '0')}`
    const ask = openBrowser(harness, `203.0.113.${n}`).call
    codes.push(await codeOf(ask(api.applicationStatusPost, { body: { orderNo, birth } })))
  }
  expect(codes.at(-2)).toBe('APPLICATION_UNKNOWN')
  expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
  // The applicant's own account shows it all the same.
  expect((await browser.call(api.applicationStatusGet)).orderNo).toBe(orderNo)
})
