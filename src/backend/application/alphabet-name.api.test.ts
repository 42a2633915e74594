import { expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { holder, openBrowser } from '#tests/api/applicants.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'

const harness = await useApplicants()

/** As long as a residence card prints it. */
const alphabet = {
  lastName: "O'CONNOR-VAN DER BERG",
  firstName: 'ELIZABETH MARIA FRANCESCA',
  lastNameKana: '',
  firstNameKana: '',
}

async function upToHolder(loginId: string) {
  const browser = openBrowser(harness)
  await browser.put({ step: 'plan', plan: 13, lines: 1 })
  await browser.put({ step: 'kind', line: 1, kind: 'voice' })
  await browser.put({ step: 'sim', line: 1, size: 'nano' })
  await browser.put({ step: 'number', line: 1, by: 'new' })
  await browser.put({ step: 'user', line: 1, user: 'holder' })
  await browser.put({ step: 'options', options: [] })
  await browser.signIn(loginId)
  return browser
}

test('アルファベットの氏名でフリガナのない方も、カードのとおりの氏名で申し込める', async () => {
  const browser = await upToHolder('elizabeth')
  await browser.put({ step: 'holder', ...holder, ...alphabet })
  await browser.readDocument('matched')
  await browser.registerCard()
  await browser.agree()
  expect((await browser.submit()).state).toBe('accepted')
  expect(await browser.call(api.personalGet)).toMatchObject({
    name: "O'CONNOR-VAN DER BERG ELIZABETH MARIA FRANCESCA",
    kana: '',
  })
})

test('同じ日に生まれた、フリガナのないほかの方とは、取り違えない', async () => {
  const browser = await upToHolder('jonathan')
  const other = { lastName: 'SMITH', firstName: 'JONATHAN', street: '三宿7-8-9' }
  const own = { ...holder, ...alphabet, ...other, phone: '09099998888' }
  await browser.put({ step: 'holder', ...own })
  await browser.readDocument('matched')
  await browser.registerCard()
  await browser.agree()
  expect((await browser.submit()).state).toBe('accepted')
})

test('漢字やかなの氏名では、これまでどおりフリガナをたずねる', async () => {
  const browser = await upToHolder('without-kana')
  const asked = browser.put({ step: 'holder', ...holder, lastNameKana: '', firstNameKana: ' ' })
  await expect(asked).rejects.toMatchObject({
    failure: {
      fields: { lastNameKana: ['入力してください。'], firstNameKana: ['入力してください。'] },
    },
  })
  const half = browser.put({
    step: 'holder',
    ...holder,
    firstName: 'MARIA',
    firstNameKana: '',
    lastNameKana: '',
  })
  await expect(half).rejects.toMatchObject({
    failure: { fields: { lastNameKana: ['入力してください。'] } },
  })
})
