import { expect, test } from 'vitest'
import { profileValueWords } from './profile-words.ts'

test('変更の前と後は、郵便番号も電話番号も、読むときの形で並ぶ', () => {
  expect(profileValueWords('zipCode', '1540004')).toBe('154-0004')
  expect(profileValueWords('phone', '09011112222')).toBe('090-1111-2222')
  expect(profileValueWords('phone', '***-****-2222')).toBe('***-****-2222')
  expect(profileValueWords('street', '太子堂1-2-3')).toBe('太子堂1-2-3')
})
