import {
  answering,
  hearing,
  refusal,
  reportBreaches,
  saying,
  turning,
  wireBreaches,
} from './breaches.ts'
import { SECRET, trySystem } from './try-system.ts'

const charges = 'POST /charges'

trySystem('card', [
  ...wireBreaches({
    change: charges,
    secret: SECRET,
    done: 200,
    atField: 'at',
    hasElsewhere: true,
  }),
  ...reportBreaches({
    field: 'result',
    otherwise: (json) => ({ ...json, amountYen: Number(json['amountYen']) + 1 }),
  }),
  {
    name: '1円多く引き落とす',
    breaks: 'CARD-1',
    answer: hearing(charges, (json) => ({ ...json, amountYen: Number(json['amountYen']) + 1 })),
  },
  {
    name: '断ったのに、引き落とした金額に入れる',
    breaks: 'CARD-2',
    answer: saying('GET /charges', (json) => ({ ...json, totalYen: Number(json['totalYen']) + 1 })),
  },
  {
    name: '知らないカードを、422で断る',
    breaks: 'CARD-3',
    answer: answering(charges, async (request, forward) =>
      request.body.includes('no-such-card') ? refusal(422, 'TOKEN_UNKNOWN') : forward(),
    ),
  },
  {
    name: '尋ねると、前と違う時刻を言う',
    breaks: 'CARD-4',
    answer: saying('GET /charges/*', (json) => ({ ...json, at: '2026-11-01T00:00:00+09:00' })),
  },
  {
    name: '知らない番号を、決済待ちだと言う',
    breaks: 'CARD-5',
    answer: turning('GET /charges/*', 404, {
      ...refusal(200, 'X'),
      body: '{"state":"pending"}',
    }),
  },
  {
    name: '知らない返金を、ほかの名で断る',
    breaks: 'CARD-5',
    answer: turning('GET /refunds/*', 404, refusal(404, 'NOT_FOUND')),
  },
  {
    name: '0円の決済を受け付ける',
    breaks: 'CARD-6',
    answer: hearing(charges, (json) => ({
      ...json,
      amountYen: Math.max(Number(json['amountYen']), 1),
    })),
  },
  {
    name: '返金しても、返した額に入れない',
    breaks: 'CARD-7',
    answer: saying('GET /charges/*', (json) => ({ ...json, refundedYen: 0 })),
  },
  {
    name: '引き落とした額より多く返す',
    breaks: 'CARD-8',
    answer: saying('POST /refunds', (json) => ({ ...json, result: 'ok', refundId: 're-1' })),
  },
  {
    name: '断った決済にも返金する',
    breaks: 'CARD-9',
    answer: saying('POST /refunds', (json) => ({ ...json, result: 'ok', refundId: 're-1' })),
  },
  {
    name: '返金を尋ねると、断ったと言う',
    breaks: 'CARD-10',
    answer: saying('GET /refunds/*', (json) => ({ ...json, result: 'refused', reason: 'closed' })),
  },
  {
    name: '1日の一覧に、同じ決済を2回載せる',
    breaks: 'CARD-11',
    answer: saying('GET /charges', (json) => {
      const list = Array.isArray(json['charges']) ? json['charges'] : []
      return { ...json, charges: [...list, list.at(-1)] }
    }),
  },
  {
    name: '返金を報告しない',
    breaks: 'CARD-12',
    report: (sent) => (sent.body.includes('"refund"') ? [] : [sent]),
  },
])
