import { formatThousandthsYen } from '#vocabulary/yen.ts'
import { describe, expect, test } from 'vitest'
import { totals } from '#protocol/procedure.ts'
import { groupsOf } from './bill-groups.ts'
import { charge } from '#tests/facts/wire-charge.ts'

describe('請求の内訳', () => {
  test('税込の内訳と1円未満の切り捨てを足すと、請求額になる', () => {
    const bill = totals.parse({
      charges: [
        charge('base', 10_800),
        charge('sms', 99, 'included'),
        charge('universalFee', 22, 'included'),
        charge('relayFee', 11, 'included'),
      ],
      rates: [{ taxPercent: 10, totalYen: 1201, taxYen: 109, exTaxYen: 1092 }],
      outOfScopeYen: 0,
      totalYen: 1201,
    })
    const { groups, cut } = groupsOf(bill)
    expect(
      groups.map(({ title, thousandths }) => [title, formatThousandthsYen(thousandths)]),
    ).toEqual([
      ['基本料金', '1,188円'],
      ['通話・SMS', '9.9円'],
      ['ユニバーサルサービス料など', '3.3円'],
    ])
    expect(formatThousandthsYen(cut)).toBe('−0.2円')
  })

  test('お返しした分は、割引や遅延損害金とは別に、前の月との差と同じ名前で出る', () => {
    const bill = totals.parse({
      charges: [
        charge('base', 10_800),
        charge('discount', -1000),
        charge('adjustment', -1050),
        charge('lateInterest', 120),
      ],
      rates: [{ taxPercent: 10, totalYen: 975, taxYen: 88, exTaxYen: 887 }],
      outOfScopeYen: 0,
      totalYen: 975,
    })
    expect(groupsOf(bill).groups.map(({ title }) => title)).toEqual([
      '基本料金',
      '割引',
      '訂正・返金',
      '遅延損害金',
    ])
  })
})
