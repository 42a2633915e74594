import { expect, test } from 'vitest'
import { fileOfItem } from './wire-row.ts'

test('ファイルは、名前ではなく中身で見分ける', () => {
  expect(fileOfItem('SC-1-1.jpg', Buffer.from('%PDF-1.7 …'))).toEqual({
    name: 'SC-1-1.jpg',
    mediaType: 'application/pdf',
    base64: Buffer.from('%PDF-1.7 …').toString('base64'),
  })
  expect(fileOfItem('a.pdf', Buffer.from([0xff, 0xd8, 0xff, 0xe0])).mediaType).toBe('image/jpeg')
})

test.each(['', '%PD', '<html><script>', '\u0000\u0000', 'MZ'])(
  'PDFでも写真でもないファイルは渡さない：%j',
  (text) => {
    expect(() => fileOfItem('a.pdf', Buffer.from(text))).toThrow('PAPER_UNREADABLE')
  },
)
