import { describe, expect, test } from 'vitest'
import { deviceMessage, pushWords } from '#backend/push/payload.ts'
import { shown } from './messages-shown.ts'

const each = Object.entries(shown).flatMap(([writer, messages]) =>
  messages.map((message) => ({ writer, message, subject: message.subject })),
)

describe('端末の画面に出るすべての言葉', () => {
  test.each(each)(
    '何も選ばなければ、数字も金額も番号も名前も出ない：$writer「$subject」',
    ({ message }) => {
      const { title, body } = pushWords(message, false)
      expect(title).toMatch(/あります$|ありました$/)
      expect(body).toMatch(/。$/)
      expect(title + body).not.toMatch(/[0-9０-９]|円|GB|MB/)
    },
  )

  test.each(each)(
    '数字を出すと選んでも、名前と電話番号は出ない：$writer「$subject」',
    ({ message }) => {
      const { title, body } = pushWords(message, true)
      expect(title).toBe(message.subject)
      expect(title + body).not.toMatch(/様|さん|佐藤|髙橋|花子|美咲/)
      expect(title + body).not.toMatch(/0\d{1,4}-?\d{2,4}-?\d{3,4}|末尾|@/)
    },
  )

  test.each(each)('どれも同じ長さで送る：$writer「$subject」', ({ message }) => {
    for (const withDetails of [false, true]) {
      const text = deviceMessage(pushWords(message, withDetails), {
        noticeId: 'ntc_0123456789abcdefghjk',
        unread: 120,
      })
      expect(Buffer.byteLength(text)).toBe(512)
    }
  })
})
