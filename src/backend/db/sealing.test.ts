import { describe, expect, test } from 'vitest'
import { createSealing, indexKeyOf } from './sealing.ts'

const sealing = createSealing('a secret that only these tests know, long enough')
const aad = 'line.number:line_1'

describe('封をした値は', () => {
  test('同じ場所でだけ開き、何度封をしても違って見える', () => {
    const sealed = sealing.seal(aad, '09012345678')
    expect(sealing.open(aad, sealed)).toBe('09012345678')
    expect(sealed).not.toContain('0901234')
    expect(sealing.seal(aad, '09012345678')).not.toBe(sealed)
  })

  test('別の行や列に移すと開かない', () => {
    const sealed = sealing.seal(aad, '09012345678')
    expect(() => sealing.open('line.number:line_2', sealed)).toThrow()
    expect(() => sealing.open('line.nickname:line_1', sealed)).toThrow()
  })

  test('1文字でも変わっていれば開かない', () => {
    const [id, iv, tag, body = ''] = sealing.seal(aad, '09012345678').split('.')
    const changed = Buffer.from(body, 'base64url')
    changed[0] = (changed[0] ?? 0) ^ 1
    const spoiled = [id, iv, tag, changed.toString('base64url')].join('.')
    expect(() => sealing.open(aad, spoiled)).toThrow()
  })

  test('別の鍵では開かず、索引も違う', () => {
    const other = createSealing('another secret, which is as long as the first one')
    expect(() => other.open(aad, sealing.seal(aad, 'x'))).toThrow()
    expect(other.index('number', 'x')).not.toBe(sealing.index('number', 'x'))
    expect(() =>
      createSealing({
        current: { id: 'k2', secret: 'a secret that only these tests know, long enough' },
      }).open(aad, sealing.seal(aad, 'x')),
    ).toThrow(/sealed with another key/)
  })

  test('鍵を替えても、前の鍵で封をした値は開き、新しい封は新しい鍵でされ、索引は変わらない', () => {
    const first = { id: 'k1', secret: 'a secret that only these tests know, long enough' }
    const second = { id: 'k2', secret: 'another secret, which is as long as the first one' }
    const both = createSealing({ current: second, others: [first], indexKey: indexKeyOf(first) })
    const old = sealing.seal(aad, '09012345678')
    expect(both.open(aad, old)).toBe('09012345678')
    const picture = sealing.sealBytes('photograph:1', Buffer.from([1, 2, 3]))
    expect(both.openBytes('photograph:1', picture)).toEqual(Buffer.from([1, 2, 3]))

    const anew = both.seal(aad, '09012345678')
    expect([old.split('.')[0], anew.split('.')[0]]).toEqual(['k1', 'k2'])
    expect(both.open(aad, anew)).toBe('09012345678')
    expect(() => sealing.open(aad, anew)).toThrow('sealed with another key')
    expect(both.index('number', '09012345678')).toBe(sealing.index('number', '09012345678'))
  })

  test('写真も、同じ場所でだけ開く', () => {
    const bytes = Buffer.from([0xff, 0xd8, 0, 1, 2])
    const sealed = sealing.sealBytes('photograph:1', bytes)
    expect(sealing.openBytes('photograph:1', sealed)).toEqual(bytes)
    expect(() => sealing.openBytes('photograph:2', sealed)).toThrow()
  })
})
