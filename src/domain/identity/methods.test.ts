import { describe, expect, test } from 'vitest'
import { tokyoDate } from '../tokyo.ts'
import { dutyRows, identifiedKinds, identifiedWords } from './duty.ts'
import { evidenceFault, methodOn, methodRows, methodsOfStaff } from './methods.ts'

const today = tokyoDate('2026-11-20')
const licence = { document: 'driving_licence', reference: '000000000000' } as const

describe('本人確認の方法', () => {
  test('画像を送る方法は、2026年3月31日まで認められ、4月1日からは認められない', () => {
    const images = { method: 'images', ...licence } as const
    expect(evidenceFault(images, tokyoDate('2026-03-31'))).toBeUndefined()
    expect(evidenceFault(images, tokyoDate('2026-04-01'))).toBe('method')
    expect(methodsOfStaff(tokyoDate('2026-03-31')).map(({ method }) => method)).toEqual([
      'images',
      'restricted_mail',
    ])
    expect(methodsOfStaff(today).map(({ method }) => method)).toEqual(['restricted_mail'])
  })

  test('電子証明書はマイナンバーカードだけ、ICチップだけで容貌のないものは認められない', () => {
    expect(evidenceFault({ method: 'chip_and_face', ...licence }, today)).toBeUndefined()
    expect(evidenceFault({ method: 'ic_chip', ...licence }, today)).toBe('method')
    expect(evidenceFault({ method: 'certificate', ...licence }, today)).toBe('method')
    expect(methodOn({ method: 'certificate', document: 'my_number_card' }, today)?.by).toBe('chip')
  })

  test('書類の番号がないものと、マイナンバーは、記録にできない', () => {
    expect(evidenceFault(undefined, today)).toBe('document')
    expect(evidenceFault({ method: 'chip_and_face', ...licence, reference: '' }, today)).toBe(
      'document',
    )
    const card = { method: 'certificate', document: 'my_number_card' } as const
    for (const reference of ['123456789018', '1234 5678 9018', '1234-5678-9018'])
      expect(evidenceFault({ ...card, reference }, today), reference).toBe('document')
    expect(evidenceFault({ ...card, reference: '12345678901' }, today)).toBeUndefined()
  })

  test('どの行にも根拠があり、同じ方法と書類の行は日付が重ならない', () => {
    for (const { method, documents, source } of methodRows) {
      expect(source).not.toBe('')
      const rows = methodRows.filter(
        (row) => row.method === method && row.documents.some((one) => documents.includes(one)),
      )
      for (const [n, { validFrom }] of rows.entries())
        expect(n === 0 || (rows[n - 1]?.validTo ?? '9999') < validFrom, method).toBe(true)
    }
  })
})

describe('本人確認が必要なSIM', () => {
  test('いまは音声通話SIMだけ。行は日付の順に並ぶ', () => {
    expect(identifiedKinds(today)).toEqual(['voice'])
    expect(identifiedWords(today)).toBe('音声通話SIM')
    const days = dutyRows.map(({ validFrom }) => validFrom)
    expect(days).toEqual([...new Set(days)].toSorted())
  })
})
