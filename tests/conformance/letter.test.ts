import { hearing, refusal, saying, turning, wireBreaches } from './breaches.ts'
import { SECRET, trySystem } from './try-system.ts'

const posting = 'POST /letters'
const asking = 'GET /letters/*'
const change = { change: posting, secret: SECRET, done: 201, hasElsewhere: false }

trySystem('letters', [
  ...wireBreaches(change),
  {
    name: '転送される郵便で送る',
    breaks: 'LETTER-1',
    answer: hearing(posting, (json) => ({ ...json, service: 'registered_not_forwarded' })),
  },
  {
    name: '頼んだばかりの手紙を、出したと言う',
    breaks: 'LETTER-1',
    answer: saying(posting, (json) => ({ ...json, state: 'posted' })),
  },
  {
    name: '長い手紙を、切って出す',
    breaks: 'LETTER-2',
    answer: hearing(posting, ({ paragraphs, ...json }) => ({
      ...json,
      paragraphs: Array.isArray(paragraphs)
        ? paragraphs.map((paragraph) => String(paragraph).slice(0, 400))
        : paragraphs,
    })),
  },
  {
    name: '届けられない住所を、500で断る',
    breaks: 'LETTER-3',
    answer: turning(posting, 422, refusal(500, 'UNEXPECTED')),
  },
  {
    name: '届けられない住所でも、出したと言う',
    breaks: 'LETTER-3',
    answer: turning(posting, 422, {
      ...refusal(201, ''),
      body: '{"orderId":"conf-x","state":"accepted"}',
    }),
  },
  {
    name: '尋ねると、頼んだときと違うことを言う',
    breaks: 'LETTER-4',
    answer: saying(asking, (json) => ({ ...json, state: 'delivered' })),
  },
  {
    name: '知らない手紙を、頼まれたと言う',
    breaks: 'LETTER-5',
    answer: turning(asking, 404, {
      ...refusal(200, ''),
      body: '{"orderId":"conf-x","state":"accepted"}',
    }),
  },
  {
    name: '出したあとも、追跡番号を言わない',
    breaks: 'LETTER-6',
    answer: saying(asking, (json) => ({ ...json, trackingNo: undefined })),
  },
  {
    name: '渡した手紙を、いつまでも出したままにする',
    breaks: 'LETTER-6',
    answer: saying(asking, (json) => ({
      ...json,
      state: json['state'] === 'delivered' ? 'posted' : json['state'],
    })),
  },
  {
    name: '返ってきた手紙を、渡したと言う',
    breaks: 'LETTER-7',
    answer: saying(asking, (json) => ({
      ...json,
      state: json['state'] === 'returned' ? 'delivered' : json['state'],
    })),
  },
])
