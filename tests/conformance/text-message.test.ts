import { hearing, refusal, saying, turning, wireBreaches } from './breaches.ts'
import { SECRET, trySystem } from './try-system.ts'

const messages = 'POST /messages'
const change = { change: messages, secret: SECRET, done: 201, hasElsewhere: false }

trySystem('text-messages', [
  ...wireBreaches(change),
  {
    name: 'ほかの番号の返事をする',
    breaks: 'SMS-1',
    answer: saying(messages, () => ({ orderId: 'another' })),
  },
  {
    name: '長い文を、切って送る',
    breaks: 'SMS-2',
    answer: hearing(messages, (json) => ({ ...json, text: String(json['text']).slice(0, 70) })),
  },
  {
    name: '番号の形を確かめない',
    breaks: 'SMS-3',
    answer: hearing(messages, (json) => ({ ...json, to: '09000001111' })),
  },
  {
    name: '届かない番号を、500で断る',
    breaks: 'SMS-4',
    answer: turning(messages, 422, refusal(500, 'UNEXPECTED')),
  },
])
