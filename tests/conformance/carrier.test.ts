import type { Breach } from './breach.ts'
import {
  answering,
  hearing,
  refusal,
  reportBreaches,
  saying,
  shifted,
  telling,
  turning,
  wireBreaches,
} from './breaches.ts'
import { SECRET, trySystem } from './try-system.ts'

const orders = 'POST /orders'
const order = 'GET /orders/*'
const line = 'GET /lines/*'
const usage = 'GET /usage'

type Json = Readonly<Record<string, unknown>>
type Event = { state: string; at: string; eventId: string; facts: Json }
const isEvent = (value: unknown): value is Event =>
  typeof value === 'object' && value !== null && 'state' in value
const eventsOf = ({ events }: Json) => (Array.isArray(events) ? events.filter(isEvent) : [])

const without = (json: Json, ...names: string[]): Json =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)))

/** Tells the events of an order otherwise. */
const retelling = (change: (events: Event[]) => Event[]) =>
  saying(order, (json) => ({ ...json, events: change(eventsOf(json)) }))

/** Changes a fact, where it stands and in all facts together. */
const withFact = (name: string, value: (was: unknown) => unknown) =>
  saying(order, (json) => {
    const changed = (facts: unknown): Json => {
      const known = typeof facts === 'object' && facts !== null ? { ...facts } : {}
      return name in known ? { ...known, [name]: value(Reflect.get(known, name)) } : known
    }
    const events = eventsOf(json).map((event) => ({ ...event, facts: changed(event.facts) }))
    return { ...json, events, facts: changed(json['facts']) }
  })

/** Does as if it had been refused for another reason, or not at all. */
const refusing = (kind: string, code: string) =>
  answering(orders, async (request, forward) => {
    const reply = await forward()
    return request.body.includes(`"${kind}"`) && reply.status === 422 ? refusal(422, code) : reply
  })

const records = (body: string) => body.split('\n').filter((text) => text !== '')
/** Changes the lines of a feed. */
const feeding = (wanted: string, change: (lines: string[]) => string[]) =>
  answering(wanted, async (_, forward) => {
    const reply = await forward()
    return {
      ...reply,
      body: change(records(reply.body))
        .map((text) => `${text}\n`)
        .join(''),
    }
  })
const withHeader = (wanted: string, name: string, change: (was: string) => string) =>
  answering(wanted, async (_, forward) => {
    const reply = await forward()
    return { ...reply, headers: { ...reply.headers, [name]: change(reply.headers[name] ?? '') } }
  })
const edited = (change: (json: Json) => Json) => (lines: string[]) =>
  lines.map((text) => JSON.stringify(change(JSON.parse(text))))

const lines: Breach[] = [
  {
    name: 'ほかの回線のことを答える',
    breaks: 'CARRIER-1',
    answer: saying(line, (json) => ({ ...json, lineRef: 'another' })),
  },
  {
    name: '知らない回線を、ほかの名で断る',
    breaks: 'CARRIER-2',
    answer: turning(line, 404, refusal(404, 'NOT_FOUND')),
  },
  {
    name: '受け付けたのに、切り替えない',
    breaks: 'CARRIER-3',
    answer: saying(line, (json) => ({ ...json, highSpeedOn: true })),
  },
  {
    name: '5分前から効いていたと言う',
    breaks: 'CARRIER-3',
    answer: saying('PUT /lines/*/high-speed', (json) => ({
      ...json,
      effectiveAt: shifted(json['effectiveAt'], -5),
    })),
  },
  {
    name: '三日制限を、使い切りとして扱う',
    breaks: 'CARRIER-4',
    answer: hearing('PUT /lines/*/speed-policy', (json) => ({
      ...json,
      mode: json['mode'] === 'throttled' ? 'low' : json['mode'],
    })),
  },
  {
    name: '停止の理由を、1つしか覚えない',
    breaks: 'CARRIER-5',
    answer: hearing('POST /lines/*/suspend', (json) => ({ ...json, reason: 'lost' })),
  },
  {
    name: '知らないサービスも、受け付ける',
    breaks: 'CARRIER-6',
    answer: (request, forward) =>
      forward({ path: request.path.replace('conf-no-such-service', 'filtering') }),
  },
  {
    name: '終わった回線への操作を、422で断る',
    breaks: 'CARRIER-7',
    answer: turning('PUT /lines/*/high-speed', 409, refusal(422, 'LINE_TERMINATED')),
  },
  {
    name: '終わった回線に、終わりの日がない',
    breaks: 'CARRIER-7',
    answer: saying(line, (json) => ({ ...json, endedAt: null })),
  },
]

const orderBreaches: Breach[] = [
  {
    name: '受け付けた時刻が5分ずれている',
    breaks: 'CARRIER-8',
    answer: saying(orders, (json) => ({ ...json, acceptedAt: shifted(json['acceptedAt'], 5) })),
  },
  {
    name: '種類の違う注文を受け付けたと言う',
    breaks: 'CARRIER-8',
    answer: saying(orders, (json) => ({ ...json, kind: 'issue-esim' })),
  },
  {
    name: '出来事の順が逆',
    breaks: 'CARRIER-9',
    answer: retelling((events) => events.toReversed()),
  },
  {
    name: '出来事の名が、どれも同じ',
    breaks: 'CARRIER-9',
    answer: retelling((events) => events.map((event) => ({ ...event, eventId: 'event' }))),
  },
  {
    name: '届かなかった注文を、受け付けたと言う',
    breaks: 'CARRIER-10',
    answer: turning(order, 404, { ...refusal(200, ''), body: '{"state":"accepted"}' }),
  },
  {
    name: '断った注文を、あとで知らない',
    breaks: 'CARRIER-11',
    answer: answering(order, async (_, forward) => {
      const reply = await forward()
      return reply.body.includes('"rejected"') ? refusal(404, 'ORDER_UNKNOWN') : reply
    }),
  },
  {
    name: '発送に、追跡番号がない',
    breaks: 'CARRIER-12',
    answer: withFact('trackingNo', () => undefined),
  },
  {
    name: '届いたことを言わない',
    breaks: 'CARRIER-12',
    answer: retelling((events) => events.filter(({ state }) => state !== 'arrived')),
  },
  {
    name: '開通コードが、ほかのサーバーを指す',
    breaks: 'CARRIER-13',
    answer: withFact('smdpAddress', () => 'other.example'),
  },
  {
    name: 'まだ届かないSIMの切り替えを、ほかの名で断る',
    breaks: 'CARRIER-14',
    answer: refusing('switch-over', 'TOO_LATE'),
  },
  {
    name: '選んだ時刻より早く切り替える',
    breaks: 'CARRIER-15',
    answer: hearing(orders, (json) => without(json, 'at')),
  },
  {
    name: '切り替えても、回線の番号が変わらない',
    breaks: 'CARRIER-15',
    answer: saying(line, (json) => ({ ...json, number: '07099999999' })),
  },
  {
    name: '自動の切り替えが、1時間早い',
    breaks: 'CARRIER-16',
    answer: retelling((events) =>
      events.map((event) =>
        event.state === 'auto_switched' ? { ...event, at: shifted(event.at, -60) } : event,
      ),
    ),
  },
  {
    name: '種類を変えても、回線の種類が変わらない',
    breaks: 'CARRIER-17',
    answer: saying(line, (json) => ({ ...json, kind: 'data' })),
  },
  {
    name: '取り消しても、もとの注文は進む',
    breaks: 'CARRIER-18',
    answer: answering(order, async (_, forward) => {
      const reply = await forward()
      return reply.body.includes('"kind":"cancel"')
        ? reply
        : { ...reply, body: reply.body.replaceAll('"cancelled"', '"accepted"') }
    }),
  },
  {
    name: '遅すぎる取り消しを、ほかの名で断る',
    breaks: 'CARRIER-19',
    answer: refusing('cancel', 'NOT_READY'),
  },
  {
    name: '頼んだ時刻を待たずに終える',
    breaks: 'CARRIER-20',
    answer: hearing(orders, (json) =>
      json['kind'] === 'terminate' ? { ...json, at: '2026-11-20T00:00:00+09:00' } : json,
    ),
  },
  {
    name: '引き継いだ回線に、新しい番号を付ける',
    breaks: 'CARRIER-21',
    answer: saying(line, (json) => ({
      ...json,
      number: json['state'] === 'active' ? '07099999999' : json['number'],
    })),
  },
]

const moves: Breach[] = [
  {
    name: '移行のコードが、ほかのサーバーを指す',
    breaks: 'CARRIER-45',
    answer: withFact('smdpAddress', () => 'other.example'),
  },
  {
    name: '移行を頼んだだけで、もう新しいSIMになっている',
    breaks: 'CARRIER-45',
    answer: saying(line, (json) => ({ ...json, iccid: '8981009999999999999' })),
  },
  {
    name: 'どの端末で見えたかを言わない',
    breaks: 'CARRIER-46',
    answer: withFact('deviceName', () => ''),
  },
  {
    name: '見えていない端末への切り替えを、ほかの名で断る',
    breaks: 'CARRIER-47',
    answer: refusing('move-switch', 'ORDER_UNKNOWN'),
  },
  {
    name: '切り替えても、回線は前のSIMのまま',
    breaks: 'CARRIER-47',
    answer: saying(line, (json) => ({ ...json, simKind: 'physical' })),
  },
  {
    name: '休んでいるSIMを、取り違える',
    breaks: 'CARRIER-47',
    answer: withFact('restingIccid', () => '8981009999999999999'),
  },
  {
    name: '元に戻しても、回線は新しいSIMのまま',
    breaks: 'CARRIER-48',
    answer: saying(line, (json) => ({ ...json, iccid: '8981009999999999999' })),
  },
  {
    name: '24時間が過ぎても、元に戻すと言う',
    breaks: 'CARRIER-49',
    answer: answering(orders, async (request, forward) => {
      const reply = await forward()
      return request.body.includes('"move-back"') ? { ...reply, status: 202 } : reply
    }),
  },
  {
    name: '取りやめても、もとの注文は進む',
    breaks: 'CARRIER-50',
    answer: answering(order, async (_, forward) => {
      const reply = await forward()
      return reply.body.includes('"kind":"move-cancel"')
        ? reply
        : { ...reply, body: reply.body.replaceAll('"cancelled"', '"seen"') }
    }),
  },
  {
    name: 'コードの期限を、1時間早める',
    breaks: 'CARRIER-51',
    answer: retelling((events) =>
      events.map((event) =>
        event.state === 'expired' ? { ...event, at: shifted(event.at, -60) } : event,
      ),
    ),
  },
]

const numbers: Breach[] = [
  {
    name: '番号の期限が、1日長い',
    breaks: 'CARRIER-22',
    answer: withFact('expiresOn', (was) =>
      Temporal.PlainDate.from(String(was)).add({ days: 1 }).toString(),
    ),
  },
  {
    name: '番号が9桁',
    breaks: 'CARRIER-22',
    answer: withFact('mnpNumber', (was) => String(was).slice(1)),
  },
  {
    name: '音声のない回線を、ほかの名で断る',
    breaks: 'CARRIER-23',
    answer: refusing('mnp-number', 'TOO_LATE'),
  },
  {
    name: '有効な番号があっても、もう1つ出す',
    breaks: 'CARRIER-23',
    answer: answering(orders, async (_, forward) => {
      const reply = await forward()
      return reply.body.includes('NUMBER_LIVE') ? { ...reply, status: 202 } : reply
    }),
  },
  {
    name: '期限の日のうちに、無効にする',
    breaks: 'CARRIER-24',
    answer: retelling((events) =>
      events.map((event) =>
        event.state === 'expired' ? { ...event, at: shifted(event.at, -24 * 60) } : event,
      ),
    ),
  },
  {
    name: '知らない予約番号を、受け付ける',
    breaks: 'CARRIER-25',
    answer: hearing(orders, (json) => without(json, 'portIn')),
  },
  {
    name: '持ってきた番号でなく、新しい番号で開通する',
    breaks: 'CARRIER-26',
    answer: hearing(orders, (json) =>
      json['kind'] === 'port-in-complete'
        ? { ...without(json, 'number', 'mnpNumber'), kind: 'switch-over' }
        : without(json, 'portIn'),
    ),
  },
  {
    name: 'どこへでも連れて戻る',
    breaks: 'CARRIER-27',
    answer: hearing('POST /port-in/one-stop', (json) => ({
      ...json,
      returnUrl: 'http://portal.test/order/port-in',
    })),
  },
  {
    name: '合い札を、どの番号にも使わせる',
    breaks: 'CARRIER-28',
    answer: hearing(orders, (json) => without(json, 'portIn')),
  },
  {
    name: 'ほかの回線の番号を言う',
    breaks: 'CARRIER-29',
    answer: saying('GET /one-stop/tokens/*', (json) => ({ ...json, number: '07099999999' })),
  },
  {
    name: '断ったのに、ほかの会社へ連れて行く',
    breaks: 'CARRIER-30',
    answer: saying('POST /one-stop/consents', (json) => ({
      ...json,
      redirectUrl: 'https://other.example/',
    })),
  },
  {
    name: '転出したのに、回線が続く',
    breaks: 'CARRIER-31',
    answer: saying(line, (json) => ({ ...json, state: 'active' })),
  },
  {
    name: 'ほかの回線の同意を、受け付ける',
    breaks: 'CARRIER-32',
    answer: turning('POST /one-stop/consents', 422, {
      ...refusal(200, ''),
      body: '{"token":"t","state":"consented","redirectUrl":"https://r.example/"}',
    }),
  },
  {
    name: '同じ合い札で、2回決められる',
    breaks: 'CARRIER-33',
    answer: turning('POST /one-stop/consents', 409, {
      ...refusal(200, ''),
      body: '{"token":"t","state":"declined","redirectUrl":"https://r.example/"}',
    }),
  },
  {
    name: '30分過ぎても、待っていると言う',
    breaks: 'CARRIER-34',
    answer: saying('GET /one-stop/tokens/*', (json) => ({ ...json, state: 'waiting' })),
  },
]

const feeds: Breach[] = [
  {
    name: '渡した記録の順が、あとで変わる',
    breaks: 'CARRIER-35',
    answer: answering(usage, async (request, forward) => {
      const reply = await forward()
      if (!request.path.includes('after=')) return reply
      return {
        ...reply,
        body: records(reply.body)
          .toReversed()
          .map((text) => `${text}\n`)
          .join(''),
      }
    }),
  },
  {
    name: '続きの印がない',
    breaks: 'CARRIER-35',
    answer: withHeader(usage, 'x-next-cursor', () => ''),
  },
  {
    name: '記録をJSONの一覧で返す',
    breaks: 'CARRIER-35',
    answer: answering(usage, async (_, forward) => {
      const reply = await forward()
      const headers = { ...reply.headers, 'content-type': 'application/json' }
      return { ...reply, headers, body: `[${records(reply.body).join(',')}]` }
    }),
  },
  {
    name: '数を限らない',
    breaks: 'CARRIER-36',
    answer: (request, forward) => forward({ path: request.path.replace('limit=1', 'limit=3') }),
  },
  {
    name: 'まだあるのに、ないと言う',
    breaks: 'CARRIER-36',
    answer: withHeader(usage, 'x-more', () => 'false'),
  },
  {
    name: '終わりまで来ると、はじめに戻る',
    breaks: 'CARRIER-37',
    answer: answering(usage, async (_, forward) => {
      const reply = await forward()
      return reply.body === '' ? forward({ path: '/usage?limit=3' }) : reply
    }),
  },
  {
    name: 'まだ終わらない時間を、通ったと言う',
    breaks: 'CARRIER-38',
    answer: withHeader(usage, 'x-through', (was) => shifted(was, 3 * 60)),
  },
  {
    name: '訂正が、ほかの時間の記録になる',
    breaks: 'CARRIER-39',
    answer: feeding(usage, (all) => [
      ...all,
      ...edited((json) => ({
        ...json,
        revision: 9,
        from: shifted(json['from'], 60),
        to: shifted(json['to'], 60),
      }))(all.slice(0, 1)),
    ]),
  },
  {
    name: '同じ版の記録が、二度目は違うことを言う',
    breaks: 'CARRIER-39',
    answer: feeding(usage, (all) => [
      ...all,
      ...edited((json) => ({ ...json, highBytes: Number(json['highBytes']) + 1 }))(all.slice(0, 1)),
    ]),
  },
  {
    name: '合計が、記録の和より1バイト多い',
    breaks: 'CARRIER-40',
    answer: saying('GET /usage/total', (json) => ({
      ...json,
      highBytes: Number(json['highBytes']) + 1,
    })),
  },
  {
    name: '低速に切り替えても、高速の分として数える',
    breaks: 'CARRIER-41',
    answer: feeding(
      usage,
      edited((json) => ({ ...json, highBytes: json['lowBytes'], lowBytes: json['highBytes'] })),
    ),
  },
  {
    name: 'SMSに、通話の秒数がある',
    breaks: 'CARRIER-42',
    answer: feeding(
      'GET /calls',
      edited((json) => ({ ...json, durationSeconds: json['durationSeconds'] ?? 0 })),
    ),
  },
  {
    name: '報告した記録が、一覧にない',
    breaks: 'CARRIER-43',
    report: telling((json) =>
      typeof json['record'] === 'object'
        ? { ...json, record: { ...json['record'], recordId: 'nowhere' } }
        : json,
    ),
  },
  {
    name: '途中の状態を報告しない',
    breaks: 'CARRIER-44',
    report: (sent) => (sent.body.includes('"issuing"') ? [] : [sent]),
  },
]

trySystem('carrier', [
  ...wireBreaches({
    change: orders,
    secret: SECRET,
    done: 202,
    atField: 'acceptedAt',
    hasElsewhere: true,
  }),
  ...reportBreaches({ field: 'facts', otherwise: (json) => ({ ...json, facts: { other: 1 } }) }),
  ...lines,
  ...orderBreaches,
  ...moves,
  ...numbers,
  ...feeds,
])
