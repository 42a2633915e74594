import { answering, isAbout, refusal, saying, turning } from './breaches.ts'
import type { Reply } from './breach.ts'
import { trySystem } from './try-system.ts'

const exchange = 'POST /card/exchange'
const card = { cardToken: 'tok', brand: 'visa', last4: '4242', expires: '2099-12' }
const known: Reply = { ...refusal(200, ''), body: JSON.stringify(card) }

/** Changes the answers to the browser. */
const ofPage = (change: (reply: Reply) => Reply) =>
  answering('* /card', async (_, forward) => change(await forward()))
const ledBack = (change: (location: URL) => void) =>
  ofPage((reply) => {
    const { location } = reply.headers
    if (location === undefined) return reply
    const url = new URL(location)
    change(url)
    return { ...reply, headers: { ...reply.headers, location: url.href } }
  })

trySystem('card-page', [
  {
    name: '画面を、キャッシュに残させる',
    breaks: 'CARDPAGE-1',
    answer: ofPage((reply) => ({
      ...reply,
      headers: { ...reply.headers, 'cache-control': 'public, max-age=600' },
    })),
  },
  {
    name: '画面の代わりに、JSONを返す',
    breaks: 'CARDPAGE-1',
    answer: ofPage(() => known),
  },
  {
    name: 'よその住所にも、連れて戻る',
    breaks: 'CARDPAGE-2',
    answer: (request, forward) =>
      forward({
        path: request.path.replace(
          encodeURIComponent('https://conf.invalid/back'),
          encodeURIComponent('http://portal.test/back'),
        ),
      }),
  },
  {
    name: '合い言葉を付けずに戻す',
    breaks: 'CARDPAGE-3',
    answer: ledBack((url) => url.searchParams.delete('state')),
  },
  {
    name: '期限の書き方が違う',
    breaks: 'CARDPAGE-3',
    answer: saying(exchange, (json) => ({ ...json, expires: '12/99' })),
  },
  {
    name: '期限の過ぎたカードを渡す',
    breaks: 'CARDPAGE-3',
    answer: saying(exchange, (json) => ({ ...json, expires: '2020-01' })),
  },
  {
    name: '同じコードで、2回渡す',
    breaks: 'CARDPAGE-4',
    answer: turning(exchange, 410, known),
  },
  {
    name: '10分過ぎても、渡す',
    breaks: 'CARDPAGE-5',
    answer: turning(exchange, 410, known),
  },
  {
    name: 'やめたことを言わない',
    breaks: 'CARDPAGE-6',
    answer: ledBack((url) => url.searchParams.delete('error')),
  },
  {
    name: '秘密がなくても渡す',
    breaks: 'CARDPAGE-7',
    answer: turning(exchange, 401, known),
  },
  {
    name: '秘密が違うだけで、コードを使い切る',
    breaks: 'CARDPAGE-7',
    answer: (() => {
      let isSpent = false
      return answering(exchange, async (_, forward) => {
        if (isSpent) return refusal(410, 'CODE_SPENT')
        const reply = await forward()
        isSpent = reply.status === 401
        return reply
      })
    })(),
  },
  {
    name: 'カード番号を返す',
    breaks: 'CARDPAGE-8',
    answer: saying(exchange, (json) => ({ ...json, number: '4242 4242 4242 4242' })),
  },
  {
    name: '知らないコードを、404で断る',
    breaks: 'CARDPAGE-9',
    answer: async (request, forward) => {
      const reply = await forward()
      return isAbout(request, exchange) && reply.status === 410 ? refusal(404, 'UNKNOWN') : reply
    },
  },
])
