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
    const result = inOrder(answer.parse(JSON.parse(text)).result)
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

/** Orders of one moment come by their numbers, which are drawn by chance: here by their titles. */
function inOrder(value: Json): Json {
  if (typeof value !== 'object' || value === null || !('rows' in value)) return value
  const { rows } = value
  if (!Array.isArray(rows)) return value
  return { ...value, rows: rows.toSorted((a, b) => titleOf(a).localeCompare(titleOf(b))) }
}

const titleOf = (row: Json): string =>
  row !== null && typeof row === 'object' && 'orderNo' in row && typeof row.title === 'string'
    ? row.title
    : ''

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
