import type { Breach, Reply, Request, Sent } from './breach.ts'

type Json = Readonly<Record<string, unknown>>
type Forward = (changes?: Partial<Request>) => Promise<Reply>

const readJson = (text: string): Json => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const withBody = (reply: Reply, body: string, changes: Partial<Reply> = {}): Reply => ({
  ...reply,
  ...changes,
  body,
})

/** `POST /charges`; a `*` stands for one part of the path, the query does not count. */
export function isAbout({ method, path }: Request, wanted: string): boolean {
  const [wantedMethod = '', pattern = ''] = wanted.split(' ')
  const own = path.split('?')[0]?.split('/') ?? []
  const parts = pattern.split('/')
  const fits =
    own.length === parts.length && parts.every((part, n) => part === '*' || part === own[n])
  return fits && (wantedMethod === '*' || wantedMethod === method)
}

/** Answers these calls by itself, and lets the others through. */
export const answering =
  (wanted: string, answer: (request: Request, forward: Forward) => Promise<Reply | undefined>) =>
  (request: Request, forward: Forward) =>
    isAbout(request, wanted) ? answer(request, forward) : forward()

/** Changes what is said when it went well. */
export const saying = (wanted: string, change: (json: Json, request: Request) => unknown) =>
  answering(wanted, async (request, forward) => {
    const reply = await forward()
    if (reply.status >= 300) return reply
    return withBody(reply, JSON.stringify(change(readJson(reply.body), request)))
  })

/** Changes what is asked before it arrives. */
export const hearing = (wanted: string, change: (json: Json, request: Request) => unknown) =>
  answering(wanted, (request, forward) =>
    forward({ body: JSON.stringify(change(readJson(request.body), request)) }),
  )

export const refusal = (status: number, code: string): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { code } }),
})

/** Says something else in place of a refusal, or in place of an answer. */
export const turning = (wanted: string, from: number, to: Reply) =>
  answering(wanted, async (_request, forward) => {
    const reply = await forward()
    return reply.status === from ? to : reply
  })

export const telling =
  (change: (json: Json) => unknown) =>
  ({ body }: Sent, sign: (body: string) => Sent) => [sign(JSON.stringify(change(readJson(body))))]

/** Moves an instant of the wire. */
export const shifted = (text: unknown, minutes: number) =>
  Temporal.Instant.from(String(text)).add({ minutes }).toString()

/** What of the conventions a system can break; `change` is the call that does something: `POST /charges`. */
export function wireBreaches(options: {
  change: string
  secret: string
  done: number
  /** None where the system does not say when. */
  atField?: string
  /** The same id is refused on another path. */
  hasElsewhere: boolean
}): Breach[] {
  const { change, secret, done, atField } = options
  const idOf = (request: Request) => String(readJson(request.body)['orderId'])
  /** Another id upstream, and the right one in what comes back. */
  const renamed = async (request: Request, forward: Forward, id: string) => {
    const own = idOf(request)
    const reply = await forward({ body: request.body.replace(`"${own}"`, `"${id}"`) })
    return withBody(reply, reply.body.replaceAll(id, own))
  }
  let made = 0
  const freshId = () => `again-${process.pid}-${Date.now()}-${(made += 1)}`
  const known = new Map<string, Reply>()
  const running = new Map<string, number>()
  const counted = new Map<string, number>()
  const countOf = (id: string) => {
    counted.set(id, (counted.get(id) ?? 0) + 1)
    return counted.get(id) ?? 0
  }
  const trusted = (request: Request, forward: Forward) =>
    forward({ headers: { ...request.headers, authorization: `Bearer ${secret}` } })
  const html = { headers: { 'content-type': 'text/html' } }
  const page = '<!doctype html><title>メンテナンス中</title>'
  return [
    { name: '秘密がなくても答える', breaks: 'WIRE-1', answer: trusted },
    {
      name: '秘密がなければ断るが、仕事はする',
      breaks: 'WIRE-1',
      async answer(request, forward) {
        if (request.headers['authorization'] === `Bearer ${secret}`) return forward()
        const reply = await trusted(request, forward)
        return request.method === 'GET' || reply.status < 300 ? refusal(401, 'UNAUTHORIZED') : reply
      },
    },
    {
      name: '断るときに、HTMLを返す',
      breaks: 'WIRE-2',
      async answer(_, forward) {
        const reply = await forward()
        return reply.status < 400 ? reply : withBody(reply, page, html)
      },
    },
    {
      name: '読めない依頼に、500で答える',
      breaks: 'WIRE-3',
      answer: turning(change, 400, refusal(500, 'UNEXPECTED')),
    },
    {
      name: '読めない依頼を、受け付ける',
      breaks: 'WIRE-3',
      answer: turning(change, 400, { ...refusal(done, 'X'), body: '{}' }),
    },
    {
      name: '番号を忘れて、もう一度行う',
      breaks: 'WIRE-4',
      answer: answering(change, (request, forward) => renamed(request, forward, freshId())),
    },
    {
      name: '繰り返しであることを言わない',
      breaks: 'WIRE-4',
      async answer(_, forward) {
        const { headers, ...reply } = await forward()
        const { 'x-replayed': _said, ...others } = headers
        return { ...reply, headers: others }
      },
    },
    {
      name: '同じ番号で違う中身に、前の返事を返す',
      breaks: 'WIRE-5',
      answer: answering(change, async (request, forward) => {
        const first = known.get(idOf(request))
        if (first) return first
        const reply = await forward()
        known.set(idOf(request), reply)
        return reply
      }),
    },
    ...(options.hasElsewhere
      ? [
          {
            name: '番号を、宛先ごとに覚える',
            breaks: 'WIRE-6',
            async answer(request: Request, forward: Forward) {
              const reply = await forward()
              const isReused = reply.status === 409 && !isAbout(request, change)
              return isReused ? refusal(422, 'OTHER') : reply
            },
          },
        ]
      : []),
    {
      name: '長い番号を受け付けない',
      breaks: 'WIRE-7',
      answer: answering(change, async (request, forward) =>
        idOf(request).length > 64 ? refusal(400, 'MALFORMED') : forward(),
      ),
    },
    {
      name: '空白のある番号も受け付ける',
      breaks: 'WIRE-7',
      answer: answering(change, async (request, forward) =>
        idOf(request).includes(' ') ? renamed(request, forward, freshId()) : forward(),
      ),
    },
    {
      name: '同時に来た同じ番号を、2回行う',
      breaks: 'WIRE-8',
      answer: answering(change, async (request, forward) => {
        const id = idOf(request)
        const isSecond = running.has(id)
        running.set(id, 1)
        return isSecond ? renamed(request, forward, freshId()) : forward()
      }),
    },
    {
      name: '途中で切れた番号は、もう受け付けない',
      breaks: 'WIRE-9',
      answer: answering(change, async (request, forward) =>
        countOf(idOf(request)) > 1 ? refusal(409, 'IN_PROGRESS') : forward(),
      ),
    },
    { name: '59秒たつまで答えない', breaks: 'WIRE-10', answer: async () => undefined },
    ...[
      { name: '200でHTMLを返す', change: (reply: Reply) => withBody(reply, page, html) },
      {
        name: '200の中身が失敗',
        change: (reply: Reply) => withBody(reply, '{"error":{"code":"DOWN"}}'),
      },
      {
        name: '半分だけ返す',
        change: (reply: Reply) => withBody(reply, reply.body.slice(0, reply.body.length / 2)),
      },
      {
        name: '別の住所へ回す',
        change: () => ({ status: 302, headers: { location: '/moved' }, body: '' }),
      },
      {
        name: 'ほかの番号の返事を返す',
        change: (reply: Reply) => withBody(reply, reply.body.replace('"conf-', '"other-')),
      },
    ].map(({ name, change: turn }) => ({
      name,
      breaks: 'WIRE-11',
      answer: answering(change, async (_, forward) => turn(await forward())),
    })),
    ...(atField === undefined
      ? []
      : [
          {
            name: '時計が5分ずれている',
            breaks: 'WIRE-13',
            answer: saying(change, (json) => ({ ...json, [atField]: shifted(json[atField], 5) })),
          },
        ]),
  ]
}

/** What of the conventions of reports a system can break; `field` is one that its report must have. */
export function reportBreaches(options: {
  field: string
  /** Something that the system says when it is asked, said otherwise. */
  otherwise: (json: Json) => Json
}): Breach[] {
  const { field, otherwise } = options
  const seen = new Set<unknown>()
  const isNews = (json: Json) => {
    const isNew = !seen.has(json['eventId'])
    seen.add(json['eventId'])
    return isNew
  }
  return [
    { name: '報告しない', breaks: 'REPORT-1', report: () => [] },
    {
      name: '報告に、決めた欄がない',
      breaks: 'REPORT-1',
      report: telling((json) => ({ ...json, [field]: undefined })),
    },
    {
      name: 'ほかの中身の署名を付ける',
      breaks: 'REPORT-2',
      report: ({ body }, sign) => [{ ...sign(`${body} `), body }],
    },
    {
      name: '署名を付けない',
      breaks: 'REPORT-2',
      report: ({ body }) => [{ body, signature: '' }],
    },
    {
      name: '受け取られなくても、二度は送らない',
      breaks: 'REPORT-3',
      report: (sent) => (isNews(readJson(sent.body)) ? [sent] : []),
    },
    {
      name: '送り直すときに、中身を変える',
      breaks: 'REPORT-3',
      report: (sent, sign) =>
        isNews(readJson(sent.body))
          ? [sent]
          : [sign(JSON.stringify({ ...readJson(sent.body), more: true }))],
    },
    {
      name: '受け取られても、送り続ける',
      breaks: 'REPORT-4',
      report: (sent) => [sent, sent, sent],
    },
    {
      name: '報告と、尋ねた答えが違う',
      breaks: 'REPORT-5',
      report: telling(otherwise),
    },
    {
      name: '送った時刻が5分ずれている',
      breaks: 'REPORT-6',
      report: telling((json) => ({ ...json, sentAt: shifted(json['sentAt'], 5) })),
    },
    {
      name: '起きた時刻が、送った時刻より後',
      breaks: 'REPORT-6',
      report: telling((json) => ({ ...json, at: shifted(json['sentAt'], 1) })),
    },
    {
      name: 'どの出来事も、同じ名で呼ぶ',
      breaks: 'REPORT-7',
      report: telling((json) => ({ ...json, eventId: 'event' })),
    },
  ]
}
