import { expect, test } from 'vitest'
import { AutoConfirm } from '#portal/mypage/spending/auto-confirm.tsx'
import { spendingApi } from '#protocol/spending.ts'
import { screenText } from '#tests/screen-text.ts'

const estimate = spendingApi.autoTopUpEstimateGet.result.parse({
  packId: '500mb',
  name: '500MB',
  priceYen: 660,
  atBytes: 100_000_000,
  timesAMonth: 2,
  timesBought: 0,
  mostYen: 1320,
  residualBytes: 1_310_000_000,
  startsAtOnce: false,
  why: { allowed: true },
})

test('自動データチャージの同意は、決めたとおりの条件を言う：残りが100MBを下回ったとき、1か月に2回まで', () => {
  const text = screenText(AutoConfirm, {
    estimate,
    note: undefined,
    keys: { xsrfToken: 'x', draft: 'd' },
  })
  expect(text.replaceAll('\u00A0', '')).toContain(
    '残りが100MBを下回ったときに、1か月に2回まで、確認なしで1回660円（税込）のデータチャージを購入することに同意します',
  )
  expect(text).not.toContain('減るたび')
})
