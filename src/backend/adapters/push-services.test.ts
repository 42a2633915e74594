import { describe, expect, test } from 'vitest'
import { createPushServices, isKnownService } from './push-services.ts'
import { secondsOf } from './retry-after.ts'

const services = ['fcm.googleapis.com', 'web.push.apple.com', '*.notify.windows.com']

describe('知っているプッシュのサービス', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://web.push.apple.com/QOa',
    'https://wns2-pn1p.notify.windows.com/w/?token=x',
  ])('一覧にあるものだけを受け付ける：%s', (endpoint) => {
    expect(isKnownService(endpoint, services)).toBe(true)
  })

  test.each([
    'https://fcm.googleapis.com.example.com/',
    'https://example.com/fcm.googleapis.com',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com@169.254.169.254/',
    'https://notify.windows.com/',
    'https://evil-notify.windows.com/',
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
    'javascript:alert(1)',
    '',
  ])('ほかのもの、社内のもの、似せたものは断る：%s', (endpoint) => {
    expect(isKnownService(endpoint, services)).toBe(false)
  })

  test('一覧から外したサービスへは、前に登録された端末でも送らない', async () => {
    const keys = { p256dh: 'unused', auth: 'unused' }
    const sender = createPushServices({
      publicKey: '',
      privateKey: '',
      subject: 'mailto:push@example.jp',
      services,
    })
    const target = { endpoint: 'https://localhost/push/1', keys }
    expect(await sender.send(target, '{}', { ttlSeconds: 60, urgency: 'normal' })).toEqual({
      kind: 'refused',
      cause: 'unknown service',
    })
  })
})

describe('「あとで」の読み方', () => {
  const nowMs = Date.parse('Sat, 28 Nov 2026 07:00:00 GMT')
  test.each([
    ['120', 120],
    ['0', 1],
    ['Sat, 28 Nov 2026 07:01:30 GMT', 90],
    ['Sat, 28 Nov 2026 06:00:00 GMT', 1],
    ['999999', 3600],
    ['soon', undefined],
    [undefined, undefined],
  ])('Retry-Afterの%sは、%s秒とする', (header, seconds) => {
    expect(secondsOf(header, nowMs)).toBe(seconds)
  })
})
