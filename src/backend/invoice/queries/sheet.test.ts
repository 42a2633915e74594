import { expect, test } from 'vitest'
import { instant, tokyoDate } from '#domain/tokyo.ts'
import { returnSheet } from './sheet.ts'

test('適格返還請求書の「返還する金額」は、お知らせと同じく、符号のない金額で言う', () => {
  const issuer = { name: '', registrationNumber: '', address: '', telephone: '' }
  const data = {
    returnId: 'bill_1',
    recipientName: '佐藤 美咲',
    issuer,
    content: '',
    supplied: [],
    charges: [],
    rates: [],
  }
  const sheet = returnSheet(
    { ...data, returnedOn: tokyoDate('2026-12-01'), totalYen: -828 },
    { invoiceNo: 'R-00000001', at: instant('2026-12-01T10:00:00+09:00') },
  )
  expect(sheet.figure).toEqual({ label: '返還する金額（税込）', value: '828円' })
})
