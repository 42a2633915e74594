import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import terminals from './terminals.json' with { type: 'json' }

const mark = z.enum(['yes', 'no', 'unknown'])
const simKind = z.enum(['nano', 'micro', 'standard', 'esim'])

const terminalRow = z
  .strictObject({
    maker: z.string().min(1),
    name: z.string().min(1),
    /** Reading of the name, for the search. */
    kana: z.string().regex(/^[ァ-ヶー ]+$/u),
    releasedOn: z.string().regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/),
    simKinds: z.array(simKind).min(1),
    esim: z.boolean(),
    volte: z.boolean(),
    tethering: z.enum(['yes', 'no', 'with-condition', 'unknown']),
    data: mark,
    sms: mark,
    voice: mark,
    os: z.string().min(1),
    note: z.string().min(1).optional(),
    checkedOn: z.iso.date(),
  })
  .refine((row) => row.esim === row.simKinds.includes('esim'), 'esim tells what simKinds tells')
  .refine((row) => new Set(row.simKinds).size === row.simKinds.length, 'a kind stands once')
  .refine((row) => row.volte || row.voice !== 'yes', 'since 3G ended a call needs VoLTE')
  .refine((row) => row.releasedOn <= row.checkedOn.slice(0, 7), 'checked after its release')

describe('対応端末の一覧', () => {
  test('130機種以上が載っている', () => {
    expect(terminals.length).toBeGreaterThanOrEqual(130)
  })

  test.each(terminals)('$name は決まった形で載っている', (row) => {
    expect(terminalRow.safeParse(row).error?.issues).toBeUndefined()
  })

  test('同じ機種は一度だけ載っている', () => {
    const twice = Map.groupBy(terminals, ({ maker, name }) => `${maker} ${name}`)
    expect([...twice].filter(([, rows]) => rows.length > 1)).toEqual([])
  })

  test('eSIM専用の端末は、そうとわかる', () => {
    const esimOnly = terminals.filter(({ simKinds }) => simKinds.join() === 'esim')
    expect(esimOnly.map(({ name }) => name)).toContain('iPhone 17')
    expect(esimOnly.filter((row) => !row.note?.includes('eSIM専用'))).toEqual([])
  })

  test.each([
    ['a call without VoLTE', { volte: false, voice: 'yes' }],
    ['a month that does not exist', { releasedOn: '2024-13' }],
    ['an eSIM nobody listed', { simKinds: ['nano'], esim: true }],
    ['a check before the release', { checkedOn: '2012-01-01' }],
    ['a day that does not exist', { checkedOn: '2026-02-30' }],
  ])('書式は%sを断る', (_, change) => {
    expect(terminalRow.safeParse({ ...terminals[0], ...change }).success).toBe(false)
  })
})
