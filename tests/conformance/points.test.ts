import { hearing, refusal, saying, turning, wireBreaches } from './breaches.ts'
import { SECRET, trySystem } from './try-system.ts'

const movements = 'POST /movements'
const change = { change: movements, secret: SECRET, done: 200, atField: 'at', hasElsewhere: false }

trySystem('points', [
  ...wireBreaches(change),
  {
    name: '頼んだより多く付ける',
    breaks: 'POINTS-1',
    answer: hearing(movements, (json) => ({ ...json, points: Number(json['points']) * 2 })),
  },
  {
    name: '使っても、残りが減らない',
    breaks: 'POINTS-2',
    answer: hearing(movements, (json) =>
      json['kind'] === 'spend' ? { ...json, kind: 'grant' } : json,
    ),
  },
  {
    name: '足りなくても、使えたと言う',
    breaks: 'POINTS-3',
    answer: saying(movements, (json) => ({ ...json, result: 'ok', moved: json['points'] })),
  },
  {
    name: 'ないポイントまで取り戻したと言う',
    breaks: 'POINTS-4',
    answer: saying(movements, (json) => ({ ...json, moved: json['points'] })),
  },
  {
    name: '尋ねると、違う数を言う',
    breaks: 'POINTS-5',
    answer: saying('GET /movements/*', (json) => ({ ...json, points: Number(json['points']) + 1 })),
  },
  {
    name: '届かなかったものを、ほかの名で断る',
    breaks: 'POINTS-6',
    answer: turning('GET /movements/*', 404, refusal(404, 'NOT_FOUND')),
  },
  {
    name: '知らない会員の残りを、0と言う',
    breaks: 'POINTS-7',
    answer: turning('GET /members/*/balance', 404, {
      ...refusal(200, ''),
      body: '{"memberId":"conf-no-such-member","points":0}',
    }),
  },
  {
    name: '0ポイントを動かす',
    breaks: 'POINTS-8',
    answer: hearing(movements, (json) => ({
      ...json,
      points: Math.max(1, Number(json['points'])),
    })),
  },
])
