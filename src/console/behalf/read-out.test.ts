import { expect, test } from 'vitest'
import { readOut } from './read-out.ts'

const estimate = {
  changes: [{ label: 'データ容量', before: '10GB', after: '15GB' }],
  effectiveOn: '2026-12-01',
  oneOff: { totalYen: 0 },
  monthlyBefore: { totalYen: 3462 },
  monthlyAfter: { totalYen: 3792 },
  undoUntil: '2026-11-29T12:00:00+09:00',
}

test('読み上げる文は、確認の画面と同じ内容・日付・金額・期限を言う', () => {
  expect(readOut([undefined, { step: 'confirm', estimate }])).toBe(
    'データ容量は、10GBから15GBになります。2026年12月1日（火）からです。毎月の料金は3,462円から3,792円になります。手数料は0円です。2026年11月29日（日）12:00まで、取り消せます。よろしいですか。',
  )
  const same = { ...estimate, monthlyAfter: { totalYen: 3462 }, undoUntil: undefined }
  expect(readOut([{ estimate: same }])).toContain('毎月の料金は3,462円のまま変わりません。')
  expect(readOut([{ estimate: same }])).toContain('取り消しはできません。')
})

test('確認の画面でなければ、読み上げる文はない', () => {
  expect(readOut([undefined, null, { step: 'input', list: {} }])).toBeUndefined()
})
