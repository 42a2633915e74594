import { expect, test } from 'vitest'
import { reachWith, type Unreached } from './reach.ts'

const facts = { origin: () => 'https://portal.example', cookieOf: () => undefined }
const press = { method: 'POST', body: new URLSearchParams({ text: 'つながりません' }) }
const address = 'https://portal.example/mypage/contact.data'

/** Answers in turn, and says what the member was told. */
function answering(...answers: Response[]) {
  const said: (Unreached | undefined)[] = []
  const sent: string[] = []
  const send = async (input: RequestInfo | URL) => {
    sent.push(await new Request(input).text())
    const [answer = new Response()] = answers.splice(0, 1)
    return answer
  }
  return { reach: reachWith(send, facts, (one) => said.push(one)), said, sent }
}

test('障害のあいだに押しても、画面は入力したまま残り、もう一度送ると同じ内容が届く', async () => {
  const { reach, said, sent } = answering(
    new Response('<!doctype html>', { status: 503, headers: { 'Content-Type': 'text/html' } }),
    new Response('done'),
  )
  const answer = reach(address, press)
  await expect.poll(() => said.length).toBe(1)
  expect(said[0]).toMatchObject({ isChange: true, isOutage: true })
  said[0]?.again()
  expect(await (await answer).text()).toBe('done')
  expect(sent).toEqual([sent[0], sent[0]])
  expect(said.at(-1)).toBeUndefined()
})

test('画面が自分の言葉で断った503と、読むだけの503は、画面にまかせる', async () => {
  const refused = { status: 503, headers: { 'Content-Type': 'text/x-script' } }
  const { reach, said } = answering(new Response('', refused), new Response('', { status: 503 }))
  expect((await reach(address, press)).status).toBe(503)
  expect((await reach(address)).status).toBe(503)
  expect(said).toEqual([])
})
