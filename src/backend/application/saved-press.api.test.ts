import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { holder, openBrowser } from '#tests/api/applicants.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'

const harness = await useApplicants()

const press = {
  path: '/order/apply/holder',
  fields: [{ name: 'street', value: '太子堂1-2-3' }],
}
type Browser = ReturnType<typeof openBrowser>

/** An account's application, in its browser, whose login has ended. */
async function signedOut(subject: string) {
  const browser = openBrowser(harness)
  await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['data'] })
  await browser.signIn(subject)
  await browser.put({ step: 'holder', ...holder })
  browser.signOut()
  return browser
}

const keep = ({ call }: Browser, body = press) => call(api.applicationPressPost, { body })
const found = async ({ call }: Browser) => (await call(api.proofPressGet)).press

describe('お申し込みの途中でログインが切れても、押した内容は、同じ端末で同じ方がログインしたときに続く', () => {
  test('端末とアカウントが同じなら続く。お申し込みには、ログインするまで何も書かれない', async () => {
    const without = await signedOut('kept-own')
    expect(await keep(without)).toEqual({ kept: true })
    expect(await codeOf(without.call(api.proofPressGet))).toBe('NOT_SIGNED_IN')
    await without.signIn('kept-own')
    expect(await found(without)).toEqual(press)
    const { answers } = await without.call(api.applicationGet)
    expect(answers.holder?.street).toBe(holder.street)
  })

  test('ほかの端末でログインしても、ほかの方がこの端末でログインしても、渡らない', async () => {
    const without = await signedOut('kept-elsewhere')
    await keep(without)
    const elsewhere = openBrowser(harness)
    await elsewhere.signIn('kept-elsewhere')
    expect(await found(elsewhere)).toBeUndefined()
    await without.signIn('kept-stranger')
    expect(await found(without)).toBeUndefined()
  })

  test('30分を過ぎると渡らない', async () => {
    const without = await signedOut('kept-late')
    await keep(without)
    harness.clock.set(harness.clock.now().add({ minutes: 31 }).toString())
    await without.signIn('kept-late')
    expect(await found(without)).toBeUndefined()
  })

  test('お申し込みのほかの画面の押した内容と、端末の知らないお申し込みのものは預からない', async () => {
    const without = await signedOut('kept-path')
    const path = '/mypage/sim/cancel.html'
    expect(await codeOf(keep(without, { ...press, path }))).toBe('VALIDATION_FAILED')
    expect(await keep(openBrowser(harness))).toEqual({ kept: false })
    const unbound = openBrowser(harness)
    await unbound.put({ step: 'plan', plan: 13, lines: 1 })
    expect(await keep(unbound)).toEqual({ kept: false })
  })
})
