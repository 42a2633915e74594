import { describe, expect, test } from 'vitest'
import { noticeKinds } from '#vocabulary/notice.ts'
import { channelsOf } from './channels.ts'

const off = { mail: false, sms: false }
const on = { mail: true, sms: true }

describe('お知らせを送る先', () => {
  test('何も選んでいない人には、すべてメールで届き、SMSは届かない', () => {
    for (const kind of noticeKinds)
      expect(channelsOf(kind, undefined), kind).toEqual({ mail: true, sms: false })
  })

  test.each([
    ['procedure', true],
    ['debt', true],
    ['security', true],
    // Whether there is one at all is decided by the alert's own setting.
    ['alert', true],
    ['billing', false],
    ['data', false],
    ['outage', false],
  ] as const)('%s のメールは、止めても届く：%s', (kind, isSent) => {
    expect(channelsOf(kind, off)).toEqual({ mail: isSent, sms: false })
  })

  test('SMSは、短い言葉で足り、急ぐものだけに選べる', () => {
    expect(noticeKinds.filter((kind) => channelsOf(kind, on).sms)).toEqual([
      'debt',
      'outage',
      'security',
    ])
  })
})
