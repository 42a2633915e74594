import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { options } from '#domain/catalogue/option.ts'
import { optionCodes, type OptionCode } from '#vocabulary/option.ts'
import { excludedBy, type OptionFact } from './decide-option.ts'

// No option on sale excludes another (docs/decisions/045): the rule is tried on catalogues made up for it.
const code = fc.constantFrom(...optionCodes)
const catalogue = fc
  .uniqueArray(fc.tuple(code, code), { selector: (pair) => pair.join(), maxLength: 12 })
  .map((pairs) => {
    const excluding = (of: OptionCode) => ({
      excludes: pairs.flatMap(([one, other]) => (one === of && one !== other ? [other] : [])),
    })
    return {
      tenMinuteCalls: excluding('tenMinuteCalls'),
      voicemail: excluding('voicemail'),
      callWaiting: excluding('callWaiting'),
      forwarding: excluding('forwarding'),
      internationalCallStop: excluding('internationalCallStop'),
      remoteSupport: excluding('remoteSupport'),
      deviceCover: excluding('deviceCover'),
      security: excluding('security'),
      filtering: excluding('filtering'),
      magazines: excluding('magazines'),
      publicWifi: excluding('publicWifi'),
    }
  })
const lineId = fc.constantFrom('line_1', 'line_2', undefined)
const has = (of: OptionCode, line: string | undefined): OptionFact => ({
  code: of,
  lineId: line,
  state: 'active',
})

describe('一緒には使えないオプション', () => {
  test('どちらの行に書いてあっても、先にあるほうが、もう一方の申し込みを断る', () => {
    fc.assert(
      fc.property(catalogue, code, code, lineId, (rows, one, other, line) => {
        const there = excludedBy({ code: one, lineId: line }, [has(other, line)], rows)
        const back = excludedBy({ code: other, lineId: line }, [has(one, line)], rows)
        expect(there === undefined).toBe(back === undefined)
        const isSaid = rows[one].excludes.includes(other) || rows[other].excludes.includes(one)
        expect(there !== undefined).toBe(isSaid)
      }),
    )
  })

  test('ほかの回線のものや、終わったものは、申し込みを断らない', () => {
    fc.assert(
      fc.property(catalogue, code, code, (rows, one, other) => {
        const question = { code: one, lineId: 'line_1' }
        expect(excludedBy(question, [has(other, 'line_2')], rows)).toBeUndefined()
        const ended = { ...has(other, 'line_1'), state: 'ended' } as const
        expect(excludedBy(question, [ended], rows)).toBeUndefined()
      }),
    )
  })

  test('販売しているオプションに、一緒に使えないものはない', () => {
    expect(Object.values(options).flatMap(({ excludes }) => excludes)).toEqual([])
  })
})
