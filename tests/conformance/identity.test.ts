import {
  hearing,
  refusal,
  reportBreaches,
  saying,
  shifted,
  turning,
  wireBreaches,
} from './breaches.ts'
import { SECRET, trySystem } from './try-system.ts'

const sessions = 'POST /sessions'
const session = 'GET /sessions/*'

trySystem('identity', [
  ...wireBreaches({ change: sessions, secret: SECRET, done: 201, hasElsewhere: false }),
  ...reportBreaches({ field: 'state', otherwise: (json) => ({ ...json, failure: ['name'] }) }),
  {
    name: '受け付けが、5分しか続かない',
    breaks: 'IDENTITY-1',
    answer: saying(sessions, (json) => ({ ...json, expiresAt: shifted(json['expiresAt'], -25) })),
  },
  {
    name: 'どこへでも連れて戻る',
    breaks: 'IDENTITY-2',
    answer: hearing(sessions, (json) => ({
      ...json,
      returnUrl: 'http://portal.test/order/identity',
    })),
  },
  {
    name: 'ほかの受け付けのことを答える',
    breaks: 'IDENTITY-3',
    answer: saying(session, (json) => ({ ...json, sessionId: 'another' })),
  },
  {
    name: '知らない受け付けを、待っていると言う',
    breaks: 'IDENTITY-4',
    answer: turning(session, 404, { ...refusal(200, ''), body: '{"state":"waiting"}' }),
  },
  {
    name: 'マイナンバーの欄を受け付ける',
    breaks: 'IDENTITY-5',
    answer: hearing(sessions, ({ orderId, returnUrl, expected }) => ({
      orderId,
      returnUrl,
      expected,
    })),
  },
  {
    name: '画面を開いても、待ったままになる',
    breaks: 'IDENTITY-6',
    answer: saying(session, (json) => ({ ...json, state: 'waiting' })),
  },
  {
    name: '確かめた日が、前の日になる',
    breaks: 'IDENTITY-7',
    answer: saying(session, (json) => ({ ...json, verifiedOn: '2026-11-01' })),
  },
  {
    name: '書類の番号を言わない',
    breaks: 'IDENTITY-8',
    answer: saying(session, (json) => ({
      ...json,
      document: { kind: 'driving_licence', reference: null },
    })),
  },
  {
    name: '運転免許証を、署名用電子証明書で確かめたと言う',
    breaks: 'IDENTITY-8',
    answer: saying(session, (json) => ({ ...json, method: 'certificate' })),
  },
  {
    name: 'マイナンバーを、書類の番号として言う',
    breaks: 'IDENTITY-8',
    answer: saying(session, (json) => ({
      ...json,
      method: 'certificate',
      document: { kind: 'my_number_card', reference: '123456789018' },
    })),
  },
  {
    name: '何が違うかを言わない',
    breaks: 'IDENTITY-9',
    answer: saying(session, (json) => ({ ...json, failure: [] })),
  },
  {
    name: '期限切れの証明書を、時間切れと言う',
    breaks: 'IDENTITY-10',
    answer: saying(session, (json) => ({ ...json, failure: null })),
  },
  {
    name: '一度読み取れなければ、終わりにする',
    breaks: 'IDENTITY-11',
    answer: saying(session, (json) => ({ ...json, state: 'unreadable' })),
  },
  {
    name: '終わった受け付けの結果が、あとで変わる',
    breaks: 'IDENTITY-12',
    answer: (() => {
      let asked = 0
      return saying(session, (json) => {
        asked += 1
        return asked > 1 ? { ...json, state: 'matched', failure: null } : json
      })
    })(),
  },
  {
    name: '時間が過ぎても、待っている',
    breaks: 'IDENTITY-13',
    answer: saying(session, (json) => ({ ...json, state: 'waiting' })),
  },
  {
    name: '一致しないことを報告しない',
    breaks: 'IDENTITY-14',
    report: (sent) => (sent.body.includes('"mismatch"') ? [] : [sent]),
  },
])
