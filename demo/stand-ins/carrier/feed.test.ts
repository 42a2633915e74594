import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { usageSchema, useFeeds } from '#tests/stand-ins/feeds.ts'
import { profileSchema } from './wire.ts'

type Usage = z.infer<typeof usageSchema>

const { start, wait } = useFeeds()

const parseUsage = (lines: string[]): Usage[] =>
  lines.map((line) => usageSchema.parse(JSON.parse(line)))

/** The latest revision of every record. */
function latest(records: Usage[]): Usage[] {
  const byId = new Map<string, Usage>()
  for (const record of records) {
    const known = byId.get(record.recordId)
    if (known === undefined || known.revision < record.revision) byId.set(record.recordId, record)
  }
  return [...byId.values()]
}

const sumOf = (records: Usage[]) => ({
  highBytes: records.reduce((total, record) => total + record.highBytes, 0),
  lowBytes: records.reduce((total, record) => total + record.lowBytes, 0),
  records: records.length,
})

describe('通信量を作る仕掛け', () => {
  test('1回で作っても分けて作っても、別の機械で作っても同じになる', async () => {
    const [once, often] = [await start(), await start()]
    for (const carrier of [once, often]) {
      await carrier.register('L1', 'commuter')
      await carrier.register('L2', 'heavy-child')
    }
    const lines: string[] = []
    let cursor = '0'
    for (const step of ['2026-09-02', '2026-09-10', '2026-09-10', '2026-10-31', '2026-11-19']) {
      const page = await often.readAll('/usage', cursor, `&until=${step}T13:20:00%2B09:00`)
      lines.push(...page.lines)
      cursor = page.cursor
    }
    lines.push(...(await often.readAll('/usage', cursor)).lines)
    const whole = await once.readAll('/usage')
    expect(whole.lines.length).toBeGreaterThan(2000)
    expect(lines).toEqual(whole.lines)
    expect((await often.readAll('/calls')).lines).toEqual((await once.readAll('/calls')).lines)
    // What was handed out once is there again, unchanged, from any cursor.
    expect((await often.readAll('/usage')).lines).toEqual(whole.lines)
  })

  test('遅れ、重複、訂正、順番違いが少しずつ混ざる', async () => {
    const carrier = await start()
    await carrier.register('L1', 'commuter', { startedAt: '2025-10-20T00:00:00+09:00' })
    await carrier.register('L2', 'family', { startedAt: '2025-10-20T00:00:00+09:00' })
    const records = parseUsage((await carrier.readAll('/usage')).lines)
    const originals = records.filter((record) => record.revision === 1)
    const ids = new Set(originals.map((record) => record.recordId))
    const share = (count: number) => count / ids.size
    expect(share(originals.length - ids.size)).toBeGreaterThan(0.005)
    expect(share(originals.length - ids.size)).toBeLessThan(0.02)
    expect(share(records.length - originals.length)).toBeGreaterThan(0.002)
    expect(share(records.length - originals.length)).toBeLessThan(0.01)
    const descents = records.filter((record, index) => record.to < (records[index - 1]?.to ?? ''))
    expect(share(descents.length)).toBeGreaterThan(0.005)
    const lastHour =
      records
        .map((record) => record.to)
        .sort()
        .at(-1) ?? ''
    expect(lastHour <= '2026-11-20T10:00:00+09:00').toBe(true)
  })

  test('月の合計は、読み出した分の和になる', async () => {
    const carrier = await start()
    await carrier.register('L1', 'family')
    const records = latest(parseUsage((await carrier.readAll('/usage')).lines))
    for (const month of ['2026-09', '2026-10', '2026-11']) {
      const total = await carrier.get(`/usage/total?lineRef=L1&month=${month}`)
      const read = records.filter((record) => record.from.startsWith(month))
      expect(total.json).toMatchObject(sumOf(read))
    }
    expect((await carrier.get('/usage/total?lineRef=L1&month=2026-13')).status).toBe(400)
  })

  test('低速は200kbpsを超えず、高速オフでは容量を使わない', async () => {
    const carrier = await start()
    await carrier.register('L1', 'heavy-child')
    const at = '2026-10-01T00:00:00+09:00'
    await carrier.readAll('/usage', '0', `&until=${encodeURIComponent(at)}`)
    await carrier.put('/lines/L1/high-speed', { orderId: 'o1', on: false, at })
    await carrier.readAll('/usage', '0', '&until=2026-11-01T00:00:00%2B09:00')
    const policy = { orderId: 'o2', mode: 'throttled', at: '2026-11-01T00:00:00+09:00' }
    expect((await carrier.put('/lines/L1/speed-policy', policy)).status).toBe(200)
    const records = parseUsage((await carrier.readAll('/usage')).lines)
    const september = records.filter((record) => record.from < at)
    expect(september.every((record) => record.lowBytes === 0)).toBe(true)
    const october = records.filter((record) => record.from >= at)
    expect(october.every((record) => record.highBytes === 0)).toBe(true)
    expect(Math.max(...october.map((record) => record.lowBytes))).toBe(90_000_000)
    const november = october.filter((record) => record.from >= '2026-11-01')
    expect(Math.max(...november.map((record) => record.lowBytes))).toBe(28_800_000)
  })

  test('1時間の途中の切り替えは、秒の単位で分かれる', async () => {
    const [plain, switched] = [await start(), await start()]
    for (const carrier of [plain, switched]) await carrier.register('L1', 'commuter')
    const at = '2026-11-20T08:15:00+09:00'
    await switched.readAll('/usage', '0', '&until=2026-11-20T08:00:00%2B09:00')
    await switched.put('/lines/L1/high-speed', { orderId: 'o1', on: false, at })
    const hourOf = async (carrier: typeof plain) =>
      parseUsage((await carrier.readAll('/usage')).lines).find((record) =>
        record.from.startsWith('2026-11-20T08'),
      )
    const [whole, parts] = [await hourOf(plain), await hourOf(switched)]
    expect(parts?.highBytes).toBe(Math.floor((whole?.highBytes ?? 0) / 4))
    expect(parts?.lowBytes).toBeGreaterThan(0)
    const past = { orderId: 'o2', on: true, at: '2026-11-20T09:00:00+09:00' }
    const refused = await switched.put('/lines/L1/high-speed', past)
    expect(refused.json).toMatchObject({ error: { code: 'ALREADY_REPORTED' } })
  })

  test('過去を書き込んでいる間は、どれだけ遅くても新しい通信に追い越されない', async () => {
    let isLive = false
    const carrier = await start(null, () => isLive)
    await carrier.register('L1', 'family')
    await carrier.readAll('/usage', '0', '&until=2026-11-20T05:00:00%2B09:00')
    await carrier.post('/__tick')
    const event = { orderId: 'o1', on: false, at: '2026-11-20T06:00:00+09:00' }
    expect((await carrier.put('/lines/L1/high-speed', event)).status).toBe(200)
    isLive = true
    await carrier.post('/__tick')
    const tooLate = { orderId: 'o2', on: true, at: '2026-11-20T07:00:00+09:00' }
    expect((await carrier.put('/lines/L1/high-speed', tooLate)).status).toBe(409)
  })

  test('時計を戻しても、渡した記録は変わらない', async () => {
    const carrier = await start()
    await carrier.register('L1', 'family')
    const before = await carrier.readAll('/usage')
    wait({ hours: -48 })
    const off = await carrier.put('/lines/L1/high-speed', { orderId: 'o1', on: false })
    expect(off.json).toMatchObject({ effectiveAt: '2026-11-20T10:00:00+09:00' })
    expect((await carrier.readAll('/usage')).lines).toEqual(before.lines)
  })

  test('止めた回線と終わった回線に、通信はない', async () => {
    const carrier = await start()
    await carrier.register('L1', 'family', { endedAt: '2026-10-10T00:00:00+09:00' })
    await carrier.register('L2', 'family', { startedAt: '2026-11-01T00:00:00+09:00' })
    const at = '2026-11-10T00:00:00+09:00'
    await carrier.post('/lines/L2/suspend', { orderId: 's1', reason: 'unpaid', at })
    const records = parseUsage((await carrier.readAll('/usage')).lines)
    const lastOf = (lineRef: string) =>
      records
        .filter((record) => record.lineRef === lineRef)
        .map((record) => record.from)
        .sort()
        .at(-1)
    expect(lastOf('L1')?.slice(0, 10)).toBe('2026-10-09')
    expect(lastOf('L2')?.slice(0, 10)).toBe('2026-11-09')
    const calls = (await carrier.readAll('/calls')).lines.join()
    expect(calls).not.toMatch(/2026-11-1\d/)
  })

  test.each([
    ['idle', 0.02],
    ['light', 0.8],
    ['commuter', 4],
    ['night', 6],
    ['family', 9],
    ['heavy-child', 18],
  ])('%sは、月におよそ%dGBを使う', async (profile, gigabytes) => {
    expect(profileSchema.options).toContain(profile)
    const carrier = await start()
    await carrier.register('L1', profile, { startedAt: '2025-11-01T00:00:00+09:00' })
    const { highBytes } = sumOf(latest(parseUsage((await carrier.readAll('/usage')).lines)))
    const months = 12 + 20 / 30
    const ratio = highBytes / months / (gigabytes * 1e9)
    expect(ratio).toBeGreaterThan(0.85)
    expect(ratio).toBeLessThan(1.15)
  })
})
