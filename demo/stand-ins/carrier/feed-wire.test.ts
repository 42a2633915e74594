import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startReceiver } from '#tests/stand-ins/receiver.ts'
import { usageSchema, useFeeds } from '#tests/stand-ins/feeds.ts'

const callSchema = z.strictObject({
  recordId: z.string(),
  lineRef: z.string(),
  kind: z.enum(['voice', 'sms']),
  startedAt: z.string(),
  durationSeconds: z.int().nullable(),
  characters: z.int().nullable(),
  destination: z.string(),
  destinationKind: z.enum(['mobile', 'fixed', 'navi', 'short', 'abroad']),
  viaTalk: z.boolean(),
  revision: z.literal(1),
})

const { start, closeLater, wait } = useFeeds()

describe('記録の受け渡し', () => {
  test('CSVの列は、記録の順に並ぶ', async () => {
    const carrier = await start()
    await carrier.register('L1', 'commuter')
    const csv = (await (await carrier.read('/usage?limit=1', 'text/csv')).text()).split('\n')
    const json = usageSchema.parse(JSON.parse(await (await carrier.read('/usage?limit=1')).text()))
    expect(csv).toEqual([
      'recordId,lineRef,from,to,highBytes,lowBytes,revision',
      Object.values(json).join(','),
      '',
    ])
    expect((await carrier.read('/usage?after=x')).status).toBe(400)
    expect((await carrier.read('/usage?limit=0')).status).toBe(400)
  })

  test('通話は回線に合う：音声のない回線に通話はなく、データ回線にSMSはない', async () => {
    const carrier = await start()
    await carrier.register('voice', 'family')
    await carrier.register('sms', 'family', { kind: 'sms' })
    await carrier.register('data', 'family', { kind: 'data' })
    const calls = (await carrier.readAll('/calls')).lines.map((line) =>
      callSchema.parse(JSON.parse(line)),
    )
    const kinds = (lineRef: string) =>
      [...new Set(calls.filter((call) => call.lineRef === lineRef).map((call) => call.kind))].sort()
    expect(kinds('voice')).toEqual(['sms', 'voice'])
    expect(kinds('sms')).toEqual(['sms'])
    expect(kinds('data')).toEqual([])
    for (const call of calls) {
      expect(call.durationSeconds === null).toBe(call.kind === 'sms')
      expect(call.characters === null).toBe(call.kind === 'voice')
      expect(call.destination).toMatch(
        /^(0900000\d{4}|030000\d{4}|057000\d{4}|117|\+1555010\d{4})$/,
      )
    }
    expect(calls.some((call) => (call.durationSeconds ?? 0) > 600)).toBe(true)
  })

  test('新しい記録のうち少しは、1回ずつコールバックでも届く', async () => {
    const receiver = await startReceiver('callback-secret')
    closeLater(receiver)
    const carrier = await start(receiver.url)
    for (let line = 1; line <= 40; line += 1) await carrier.register(`L${line}`, 'family')
    await carrier.readAll('/usage')
    for (let hour = 0; hour < 12; hour += 1) {
      wait({ hours: 1 })
      await carrier.post('/__tick')
    }
    const feed = new Set((await carrier.readAll('/usage')).lines.map((line) => line))
    expect(receiver.received.length).toBeGreaterThan(0)
    for (const message of receiver.received) {
      expect(message['type']).toBe('usage')
      expect(feed.has(JSON.stringify(message['record']))).toBe(true)
    }
    const ids = receiver.received.map((message) => message['eventId'])
    expect(new Set(ids).size).toBe(ids.length)
  })
})
