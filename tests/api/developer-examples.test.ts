import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '#server/developers/operations.ts'
import { useSeededHarness } from '#tests/api/seeded.ts'

const harness = await useSeededHarness()

const answer = z.object({ code: z.literal(200), result: z.json() })
type Json = z.output<typeof answer>['result']

/** What each operation is asked with, where it asks for something; lines by their position. */
const asked: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  highSpeedHistoryGet: { month: '2026-11', limit: 2 },
  highSpeedStatusGet: { lineId: 1 },
  lineCapGet: { lineId: 2 },
  packetLogGet: { lineId: 1, from: '2026-11-19', to: '2026-11-20', limit: 2 },
  statusUsageGet: { lineId: 1 },
  contractChangeStatusGet: { lineId: 1 },
  statusLineGet: { lineId: 1 },
  voiceOptionGet: { lineId: 1 },
  simAddCostGet: { kind: 'voice', size: 'esim' },
  simChangeSizeInitialCostGet: { lineId: 1, size: 'esim', reason: 'modelChange' },
  simChangeTypeInitialCostGet: { lineId: 3, kind: 'sms', size: 'nano' },
  phoneMoveEstimateGet: { lineId: 1 },
  simCancelPaymentGet: { lineId: 3 },
  highSpeedCouponBillsGet: { packId: '500mb' },
  autoTopUpEstimateGet: { packId: '500mb', atBytes: 200_000_000, timesAMonth: 2 },
  couponEstimateGet: { plan: 25 },
  portOutPaymentGet: { lineId: 1 },
  statusApplyStateGet: { only: 'all', limit: 2 },
  billingStatusGet: { month: '2026-10' },
  callLogGet: { lineId: 1, from: '2026-11-01', to: '2026-11-20', limit: 2 },
}

/** No member of the demo has what these tell of, or they change something. */
const withoutAnswer = new Set(['billingPaymentGet', 'highSpeedStatusPut', 'preparedOrdersPost'])

test('開発者向けのページの例は、見本の会員の本当の答え', { timeout: 60_000 }, async () => {
  const { request } = await harness.signIn('suzuki')
  const lineIds = await linesOf(request)
  const named = namer()
  named.read(lineIds.map((lineId) => ({ lineId })))
  const examples: Record<string, { query: Record<string, string>; result: Json }> = {}
  for (const { id, endpoint } of operations.filter((one) => !withoutAnswer.has(one.id))) {
    const query = Object.entries(asked[id] ?? {}).map(([name, value]): [string, string] => [
      name,
      name === 'lineId' ? (lineIds[Number(value) - 1] ?? '') : String(value),
    ])
    const got = await request(`${endpoint.path}/?${new URLSearchParams(query)}`)
    const text = await got.text()
    expect([id, got.status], text).toEqual([id, 200])
    const result = inOrder(answer.parse(JSON.parse(text)).result, lineIds)
    named.read(result)
    examples[id] = { query: Object.fromEntries(query), result: shortened(result) }
  }
  const text = named.write(`${JSON.stringify(examples, undefined, 1)}\n`)
  await expect(text).toMatchFileSnapshot('../../src/server/developers/examples.json')
})

type Request = Awaited<ReturnType<typeof harness.signIn>>['request']

async function linesOf(request: Request): Promise<string[]> {
  const contract = z.object({
    result: z.object({ lines: z.array(z.object({ lineId: z.string() })) }),
  })
  const got = await request('/api/contract/')
  return contract.parse(await got.json()).result.lines.map(({ lineId }) => lineId)
}

/** Orders of one moment come by their numbers and charges of one kind by their lines' ids, which are drawn by chance. */
function inOrder(value: Json, lineIds: readonly string[]): Json {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, inOrder(inner, lineIds)]),
    )
  const items = value.map((one) => inOrder(one, lineIds))
  const kinds = items.map((one) => textIn(one, 'kind'))
  const key = (one: Json): [number, number, string] => [
    kinds.indexOf(textIn(one, 'kind')),
    lineIds.indexOf(textIn(one, 'lineId')),
    textIn(one, 'orderNo') === '' ? '' : textIn(one, 'title'),
  ]
  return items.toSorted((a, b) => {
    const [[kind, line, title], [kindB, lineB, titleB]] = [key(a), key(b)]
    return kind - kindB || line - lineB || title.localeCompare(titleB)
  })
}

const textIn = (row: Json, name: string): string => {
  const text =
    row !== null && typeof row === 'object' && !Array.isArray(row) ? row[name] : undefined
  return typeof text === 'string' ? text : ''
}

/** Two of each list show its form; the pages say so. */
function shortened(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]))
}

/** Ids are drawn by chance: each has the name of its field and a number instead. */
function namer() {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const read = (value: Json) => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const kind = /^(?:(.+)Id|(orderNo|conditions|nextCursor|contract))$/u.exec(key)
      if (kind && typeof inner === 'string' && !names.has(inner) && !/pack/iu.test(key)) {
        const name = kind[1] ?? kind[2] ?? key
        const number = (counts.get(name) ?? 0) + 1
        counts.set(name, number)
        names.set(inner, `${name}-${number}`)
      } else read(inner)
    }
  }
  const write = (text: string) =>
    [...names]
      .toSorted(([a], [b]) => b.length - a.length)
      .reduce((sum, [id, name]) => sum.replaceAll(id, name), text)
  return { read, write }
}
